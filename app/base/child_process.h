#pragma once

// Runs a helper program to its end without a shell. Its time, output and memory are bounded.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::base {

struct ChildLimits {
    std::chrono::milliseconds time{20000};  ///< from start to end
    std::size_t output_bytes = std::size_t{64} << 20;
    /// address space of the program and of each process that it starts
    std::size_t memory_bytes = std::size_t{8} << 30;
    std::string folder = {};                    ///< working directory; empty: inherited
    std::vector<std::string> environment = {};  ///< NAME=VALUE; empty: inherited
    std::function<bool()> should_stop = {};     ///< polled every few milliseconds
    /// After should_stop(): SIGTERM to the program, and SIGKILL to its process group if it still runs after this time.
    /// 0: SIGKILL at once.
    std::chrono::milliseconds farewell{0};
    std::function<void(std::string_view)> on_text = {};  ///< gets each piece of output as it comes
    /// CPU time of each process, which a busy machine does not shorten; 0: unbounded
    std::chrono::seconds processor_time{0};
};

struct ChildOutput {
    int exit_status = 0;  ///< 128 + signal if a signal ended it
    std::string text;     ///< stdout and stderr together
};

/// Runs `program` (a path) with `arguments`. `input_file` becomes file descriptor 3 unless it is negative. Error: the
/// program could not be started, exceeded a time or its output, or should_stop() returned true. Its whole process group
/// is then killed, unless the program ends by itself within `farewell`.
[[nodiscard]] model::Expected<ChildOutput> run_child(const std::string& program,
                                                     const std::vector<std::string>& arguments, int input_file = -1,
                                                     ChildLimits limits = {});

/// Kills the process groups of all programs that run_child() runs now, and lets it start no other: for a process that
/// is about to exit. A program dies with its caller, but the programs that it has started do not.
void end_children();

}  // namespace spillway::base
