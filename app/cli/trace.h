#pragma once

#include <string>
#include <vector>

namespace spillway::cli {

struct TraceOptions {
    std::vector<std::string> command;   ///< the program and its arguments
    std::vector<std::string> counters;  ///< parts of kernels' names: their counters, by a second run
    std::string show;                   ///< a trace's file instead
    std::string output;                 ///< FILE.spillway-trace
    double limit_seconds = 0;           ///< 0: none
    bool json = false;
    bool force = false;
    bool trust = false;  ///< a .cu is compiled and run, this once
};

/// Runs a program of the user's and tells what it launched on the GPU.
int trace_command(const TraceOptions& options);

}  // namespace spillway::cli
