#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"

namespace spillway::learner {

/// progress.json, which several programs may have open at once: each change is made to what the file holds by then,
/// under a lock, and the file is replaced as a whole. One that cannot be read is put aside, never written over.
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
    bool read();
    void put_aside(const model::Error& why);
    void tell_unwritable(model::Error why);

    std::filesystem::path file_;
    LearnerProgress progress_;
    std::vector<Edit> unwritten_;
    std::vector<model::Error> troubles_;
    int failed_tries_ = 0;
    bool told_unwritable_ = false;
};

/// Where progress is kept, for the window and the command line alike; empty without a home.
[[nodiscard]] std::filesystem::path progress_file();

}  // namespace spillway::learner
