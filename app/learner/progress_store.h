#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/learner/learner_progress.h"
#include "app/model/error.h"

namespace spillway::learner {

/// progress.json, shared by several running programs. Each change applies to the file's current content under a lock,
/// and replaces the whole file. If the file is gone, all known progress is written. The last three versions stay
/// as progress.json.1 to .3. A broken file is never overwritten: the next write moves it aside and continues from the
/// newest readable version. While the file cannot be read, nothing is written. A file from a newer Spillway stays
/// unchanged, and changes are then dropped at the write. Reading changes nothing.
class ProgressStore {
public:
    using Edit = std::function<void(LearnerProgress&)>;

    /// Empty path: progress is lost when the program ends.
    explicit ProgressStore(std::filesystem::path file);

    [[nodiscard]] const LearnerProgress& now() const { return progress_; }
    /// Takes effect at once. Written at once too, or by a later `flush` if another program holds the lock or the write
    /// fails.
    void change(Edit edit);
    /// Writes pending changes. Returns false if the lock cannot be taken, usually because another program holds it:
    /// call again in a moment. Gives up after 100 such calls and returns true. True does not mean saved: changes that
    /// could not be written stay pending, and are tried again at the next change, or by a `flush` ten seconds later.
    bool flush();
    /// Errors since the last call. After an error of writing, others like it are left out until a write succeeds.
    [[nodiscard]] std::vector<model::Error> take_troubles();

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds tries_again_after{10};
    enum class Found { nothing, progress, broken, unread, newer };
    [[nodiscard]] Found read();
    [[nodiscard]] std::optional<LearnerProgress> newest_version() const;
    [[nodiscard]] std::filesystem::path version(int number) const;
    [[nodiscard]] bool put_aside(bool has_older_version);
    [[nodiscard]] std::optional<model::Error> keep_version() const;
    [[nodiscard]] model::Error newer_error() const;
    [[nodiscard]] bool write_changes();
    void report_unwritable(model::Error why);

    std::filesystem::path file_;
    std::string text_;  ///< text of the file, as read last
    std::optional<std::string> why_unread_;
    LearnerProgress progress_;
    LearnerProgress unedited_;  ///< progress_ without the edits of unwritten_
    std::vector<Edit> unwritten_;
    std::vector<model::Error> troubles_;
    int failed_tries_ = 0;
    Clock::time_point next_try_;  ///< after a write that failed
    bool reported_unwritable_ = false;
};

/// File for progress, for the window and the command line; empty without a home.
[[nodiscard]] std::filesystem::path progress_file();

}  // namespace spillway::learner
