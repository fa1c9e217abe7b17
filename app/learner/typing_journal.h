#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "app/base/file_lock.h"
#include "app/model/error.h"

namespace spillway::learner {

/// Text typed into a file by an earlier run that ended before saving it.
struct LeftText {
    std::filesystem::path at;
    std::string text;
};

/// Journal of the text typed into files in the window, written from the first key on: a killed program or a vanished
/// file loses no typed text. On a full disk the last journaled text stays, and note() returns the Error. One folder per
/// edited file holds
///   place              the edited file's path
///   RUN.typed          text typed in that run, not yet in the edited file
///   RUN.written        the same after it was saved to the file
///   kept-….EXTENSION   replaced texts, the newest 500, at most 64 MiB
/// A live run holds the lock .RUN.lock in the folder above, so that other runs can recognize texts of dead runs.
class TypingJournal {
public:
    /// Empty path: nothing is journaled, and note() and keep() return an Error.
    explicit TypingJournal(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Records the current text, after each key. Error: the text is not recorded; also for more than 4 MiB.
    std::optional<model::Error> note(const std::string& file, const std::string& text);
    /// Marks the recorded text as saved to the file.
    void settle(const std::string& file);
    /// Drops the recorded text: it is kept elsewhere, or was reverted.
    void forget(const std::string& file);
    /// Keeps a text that is about to be replaced; returns its path. Does not keep the same text twice in a row.
    model::Expected<std::filesystem::path> keep(const std::string& file, const std::string& text);

    /// Newest unsaved text of a dead run that differs from the file's content; empty if none.
    [[nodiscard]] std::optional<LeftText> left(const std::string& file, const std::string& content) const;
    /// Moves the text to the kept ones, after it returned to the editor (note() has it then) or was declined.
    void put_away(const std::string& file, const LeftText& left);
    /// Cleanup at the start of a run: moves texts that earlier runs saved to the kept ones, and deletes unsaved texts
    /// that equal their file. Returns the files with unsaved text.
    std::set<std::string> take_stock();

private:
    [[nodiscard]] std::filesystem::path folder_of(const std::string& file) const;
    [[nodiscard]] bool is_dead(const std::string& run) const;
    std::optional<model::Error> begin_run();
    std::optional<model::Error> begin_file(const std::string& file) const;

    std::filesystem::path folder_;
    std::string run_;  ///< name of this run; empty until the first key
    std::optional<base::FileLock> lock_;
};

/// Folder of the journal; empty without a home.
[[nodiscard]] std::filesystem::path typing_folder();

}  // namespace spillway::learner
