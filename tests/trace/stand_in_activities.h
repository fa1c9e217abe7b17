#pragma once

// A CUPTI for tests: it calls back like NVIDIA's, at the bidding of the program that a test traces.

/// A launch on this stream is captured into a graph: it does not run.
inline constexpr unsigned int captured_stream = 99;

extern "C" {

struct StandInLaunch {
    const char* name;
    unsigned int grid, block, dynamic_shared_bytes;
    int result;  ///< of the driver's
    unsigned int stream;
    unsigned long long duration;  ///< in ns; 0: the kernel never ends
    int is_in_graph;              ///< then no call of the driver's names it
};

/// The functions that the stand-in has beside CUPTI's own.
using StandInLaunchFunction = void(const StandInLaunch*);
using StandInWaitFunction = void(int result);
using StandInDropFunction = void(int records);
using StandInLoadFunction = void(const char* cubin, unsigned long long bytes);
}
