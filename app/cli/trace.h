#pragma once

#include <string>
#include <vector>

namespace spillway::cli {

struct TraceOptions {
    std::vector<std::string> command;   ///< the program and its arguments
    std::vector<std::string> counters;  ///< parts of kernel names; a second run counts these kernels
    std::string show;                   ///< show this trace file instead
    std::string output;                 ///< FILE.spillway-trace
    double limit_seconds = 0;           ///< 0: none
    bool json = false;
    bool force = false;
    bool trust = false;  ///< allow compiling and running a .cu, this time only
};

/// Runs the user's program and reports its GPU launches.
int trace_command(const TraceOptions& options);

}  // namespace spillway::cli
