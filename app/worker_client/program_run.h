#pragma once

// Runs another program while the window keeps drawing.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::worker_client {

struct ProgramEnd {
    int status = 0;
    std::string text;  ///< its output
};

struct ProgramToRun {
    std::string program;  ///< path
    std::vector<std::string> arguments;
    std::string temporary_folder;           ///< value of TMPDIR; empty: inherited
    std::chrono::seconds max_time;          ///< timeout; kills the program and its children
    std::chrono::milliseconds farewell{0};  ///< time to exit between SIGTERM and SIGKILL, in the destructor
    bool takes_lines = false;               ///< file descriptor 3 of the program reads what write() sends
};

/// False in a browser.
[[nodiscard]] bool can_run_programs();

/// The destructor ends the program and its children, and waits for their exit.
class ProgramRun {
public:
    virtual ~ProgramRun() = default;
    [[nodiscard]] static std::unique_ptr<ProgramRun> start(ProgramToRun what);
    [[nodiscard]] virtual bool has_ended() const = 0;
    /// Its output up to now.
    [[nodiscard]] virtual std::string text() const = 0;
    /// Sends the program a line, if it takes lines and still runs.
    virtual void write(std::string_view line) = 0;
    /// Empty while the program runs. Error if it could not start or was killed.
    [[nodiscard]] virtual std::optional<model::Expected<ProgramEnd>> end() = 0;
};

}  // namespace spillway::worker_client
