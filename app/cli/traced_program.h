#pragma once

// A program of the user's, run as it is with our library in it: in this terminal, with its own input and output.

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::cli {

struct TracedRun {
    std::vector<std::string> command;
    std::vector<std::string> environment;     ///< NAME=VALUE, besides this process's own
    std::optional<double> limit_seconds;      ///< then it is ended, with all that it started
    std::optional<std::size_t> memory_bytes;  ///< of the host's: holding more, it is ended in the same way
    std::string folder;                       ///< it works in; empty: this process's own
    std::string announcement;                 ///< a file that appears a moment before the limit ends the program
    bool output_to_stderr = false;            ///< standard output is kept for JSON
};

struct TracedEnd {
    trace::ProgramEnd end;
    bool is_too_large = false;    ///< ended since it held more memory than it may
    bool is_left_behind = false;  ///< killed, but the system has not ended it yet
};

/// Waits for its end. The Error says that it could not be started. Ctrl-C is the program's: this process stays.
[[nodiscard]] model::Expected<TracedEnd> run_traced(const TracedRun& run);

}  // namespace spillway::cli
