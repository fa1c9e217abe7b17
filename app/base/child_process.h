#pragma once

// A helper program run to its end, bounded in time, output and memory, without a shell.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::base {

struct ChildLimits {
    std::chrono::milliseconds time{20000};
    std::size_t output_bytes = std::size_t{64} << 20;
    std::size_t memory_bytes = std::size_t{8} << 30;  ///< of addresses, for the program and each that it starts
    std::string folder = {};                          ///< it works in; empty: this process's own
    std::vector<std::string> environment = {};        ///< NAME=VALUE; empty: this process's own
    std::function<bool()> should_stop = {};           ///< asked every few milliseconds
};

struct ChildOutput {
    int exit_status = 0;  ///< 128 + signal where a signal ended it
    std::string text;     ///< stdout and stderr together
};

/// Runs `program` (a path) with `arguments`. `input_file` becomes its descriptor 3 where it is not negative. The Error
/// says that it could not be started, took too long, wrote too much or was to stop; then it is killed with all that it
/// started.
[[nodiscard]] model::Expected<ChildOutput> run_child(const std::string& program,
                                                     const std::vector<std::string>& arguments, int input_file = -1,
                                                     ChildLimits limits = {});

}  // namespace spillway::base
