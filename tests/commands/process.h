#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace spillway::commands {

using Environment = std::map<std::string, std::optional<std::string>>;  ///< no value: removed

/// A program that a test has started, with its standard output and error captured. The destructor kills it and
/// everything that it started.
class Process {
public:
    /// `arguments` begins with the program. The environment is this process's with `changes` applied.
    explicit Process(const std::vector<std::string>& arguments, const Environment& changes = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Reads until the program has ended, at most for `limit`. True when it ended in time.
    bool wait(std::chrono::milliseconds limit);
    /// Reads until `text` appears in the standard output or error, at most for `limit`.
    bool wait_for_text(const std::string& text, std::chrono::milliseconds limit);
    void send_signal(int signal_number) const;

    [[nodiscard]] pid_t id() const { return id_; }
    /// Exit status, or 128 plus the signal that ended it; -1 while it runs.
    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] const std::string& output() const { return output_; }
    [[nodiscard]] const std::string& errors() const { return errors_; }

private:
    bool read_some(std::chrono::milliseconds limit);
    void reap(int options);

    pid_t id_ = -1;
    int output_pipe_ = -1;
    int error_pipe_ = -1;
    int status_ = -1;
    std::string output_;
    std::string errors_;
};

struct Finished {
    int status = -1;
    std::string output;
    std::string errors;
};

/// Runs a program to its end; a test failure when it takes longer than `limit`.
Finished run(const std::vector<std::string>& arguments, const Environment& changes = {},
             std::chrono::seconds limit = std::chrono::seconds(300));

/// Runs the built spillway with the tests' own cache and without a display.
Finished spillway(std::vector<std::string> arguments, Environment changes = {},
                  std::chrono::seconds limit = std::chrono::seconds(300));

[[nodiscard]] std::filesystem::path program(const std::string& name);  ///< build/<preset>/bin/name
[[nodiscard]] Environment test_environment();

/// A new, empty folder; the destructor removes it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

[[nodiscard]] std::string read_text(const std::filesystem::path& file);

}  // namespace spillway::commands
