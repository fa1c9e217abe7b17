#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"

namespace spillway::learner {

/// progress.json, which several programs may have open at once: each change is made to what the file holds by then,
/// under a lock, and the file is replaced as a whole; its last three versions stay as progress.json.1 to .3. One that
/// cannot be read is put aside once something is to be written, never written over, and the newest version that can be
/// read goes on. One that a newer Spillway has written is left alone. Reading changes nothing.
class ProgressStore {
public:
    using Edit = std::function<void(LearnerProgress&)>;

    /// An empty path: nothing is kept beyond the program's end.
    explicit ProgressStore(std::filesystem::path file);

    [[nodiscard]] const LearnerProgress& now() const { return progress_; }
    /// Takes effect at once; is written at once too, or with the next `flush` where another program holds the file.
    void change(Edit edit);
    /// Writes what is still to be written. False where something is left, for another try in a moment.
    bool flush();
    /// What went wrong since the last call, once each.
    [[nodiscard]] std::vector<model::Error> take_troubles();

private:
    enum class Found { nothing, progress, broken, newer };
    [[nodiscard]] Found read();
    [[nodiscard]] LearnerProgress newest_version() const;
    [[nodiscard]] std::filesystem::path version(int number) const;
    [[nodiscard]] bool put_aside();
    [[nodiscard]] std::optional<model::Error> keep_version() const;
    void tell_unwritable(model::Error why);

    std::filesystem::path file_;
    std::string text_;  ///< of the file as it was read last
    std::optional<std::string> why_unread_;
    LearnerProgress progress_;
    std::vector<Edit> unwritten_;
    std::vector<model::Error> troubles_;
    int failed_tries_ = 0;
    bool told_unwritable_ = false;
};

/// Where progress is kept, for the window and the command line alike; empty without a home.
[[nodiscard]] std::filesystem::path progress_file();

}  // namespace spillway::learner
