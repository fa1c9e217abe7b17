#pragma once

// Runs the user's unmodified program with our library injected, in this terminal, with its own input and output.

#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::cli {

struct TracedRun {
    std::vector<std::string> command;
    std::vector<std::string> environment;     ///< NAME=VALUE, added to this process's environment
    std::optional<double> limit_seconds;      ///< the program and its children are killed after it
    std::optional<std::size_t> memory_bytes;  ///< host memory of all processes; killed above it
    std::string folder;                       ///< working folder; empty: this process's
    std::string announcement;                 ///< file created when a limit is reached, 0.4 s before SIGTERM
    bool output_to_stderr = false;            ///< keeps standard output free for JSON
};

struct TracedEnd {
    trace::ProgramEnd end;
    bool is_too_large = false;    ///< killed for using too much memory
    bool is_left_behind = false;  ///< killed, but the system has not ended it yet
};

/// Waits for the program's end. The Error says why it could not start. Ctrl+C goes to the program; this process
/// continues.
[[nodiscard]] model::Expected<TracedEnd> run_traced(const TracedRun& run);

}  // namespace spillway::cli
