#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "app/base/file_lock.h"
#include "app/model/error.h"

namespace spillway::learner {

/// What was typed into a file by a run of the program that ended before it was written.
struct LeftText {
    std::filesystem::path at;
    std::string text;
};

/// What is typed into files in the window, in files of its own from the first key on: a program that is killed, a disk
/// that is full and a file that vanishes cost nothing that was typed. A folder for each edited file, which holds
///   place              the edited file's path
///   RUN.typed          typed by that run of the program, and not in the edited file
///   RUN.written        the same once it has come into the file
///   kept-….EXTENSION   texts that something else has taken the place of, the newest 500, and 64 MiB
/// A run holds the lock .RUN.lock in the folder above while it lives, so that another knows what a dead one left.
class TypingJournal {
public:
    /// An empty path: nothing is kept.
    explicit TypingJournal(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// As it stands after a key.
    std::optional<model::Error> note(const std::string& file, const std::string& text);
    /// What was noted last is in the file now.
    void settle(const std::string& file);
    /// What was noted last is kept elsewhere, or was taken back.
    void forget(const std::string& file);
    /// Keeps a text that gives way to another; returns where. The text that was kept last is not kept twice.
    model::Expected<std::filesystem::path> keep(const std::string& file, const std::string& text);

    /// The newest that is left of this file and differs from what it holds.
    [[nodiscard]] std::optional<LeftText> left(const std::string& file, const std::string& content) const;
    /// Once it is in the editor again (note() has it then), or not wanted: it stays among the kept ones.
    void put_away(const std::string& file, const LeftText& left);
    /// At the start of a run: what earlier ones wrote into its file is put among the kept texts. Returns the files of
    /// which something is left.
    std::set<std::string> take_stock();

private:
    [[nodiscard]] std::filesystem::path folder_of(const std::string& file) const;
    [[nodiscard]] bool is_dead(const std::string& run) const;
    std::optional<model::Error> begin_run();
    std::optional<model::Error> begin_file(const std::string& file) const;

    std::filesystem::path folder_;
    std::string run_;  ///< this one's; empty until something was typed
    std::optional<base::FileLock> lock_;
};

/// Where the journal lies; empty without a home.
[[nodiscard]] std::filesystem::path typing_folder();

}  // namespace spillway::learner
