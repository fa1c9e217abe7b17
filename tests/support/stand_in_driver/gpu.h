#pragma once

// State of the stand-in GPU.

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace stand_in {

struct Module {
    std::string image_start;
};
struct Function {
    std::string name;
    int max_dynamic_shared_bytes = 48 << 10;
    bool takes_any_cluster = false;
};
struct Event {
    double at_seconds = 0;
    bool is_done = true;
    int queries = 0;  ///< queries since it was recorded
};

/// Numbers of live objects and calls; also exported as spillway_stand_in_counts().
struct Counts {
    int modules = 0, buffers = 0, host_buffers = 0, events = 0, streams = 0, contexts = 0;
    int launches = 0, calls_after_loss = 0, local_launches = 0;
    /// Launches with clusters or an access window, values of the last one, and the L2 bytes set aside now.
    int extended_launches = 0, cluster = 0, l2_resets = 0;
    std::size_t window_bytes = 0, l2_aside_bytes = 0;
    float hit_ratio = 0;
};

struct Gpu {
    std::mutex mutex;
    Counts counts;
    std::map<std::uintptr_t, std::size_t> memory;  ///< address to bytes
    std::size_t memory_bytes = 0;
    std::map<Module*, std::map<std::string, Function>> modules;
    std::vector<Event*> unfinished;
    double clock_seconds = 0;
    double stamped_seconds = 0;  ///< time of the last read of the SM clock
    unsigned long long cycles = 0;
    int pending_error = 0;           ///< error of a running kernel; the next synchronisation returns it
    int lost = 0;                    ///< error that every later call returns
    bool hangs = false;              ///< the next synchronisation never returns
    std::size_t stack_bytes = 1024;  ///< grows with the needs of a kernel and never shrinks
    std::map<std::string, int> calls;
    double threads = 0;  ///< threads of the current launch

    [[nodiscard]] std::size_t bytes_at(std::uintptr_t address) const;  ///< bytes from the address to the end of its
                                                                       ///< allocation; 0: no allocation
};

Gpu& gpu();
double setting(const char* name, double fallback);

/// Applies SPILLWAY_STANDIN_FAIL to this call, and the error of a lost context. Call it with the mutex locked.
int enter(const std::string& call);
/// Completes all enqueued work, or returns the error of a failed kernel.
int finish();
int error_text(int status, const char** text, bool name);

constexpr int l2_bytes = 62914560;
constexpr int max_l2_aside_bytes = 39321600, max_window_bytes = 134217728;
/// Larger buffers take simulated time but are not filled, to keep the tests fast.
constexpr std::size_t max_filled_bytes = std::size_t{32} << 20;

/// Runs one of Spillway's own kernels (app/gpu/device_helpers.cu); false for another kernel.
bool run_own_kernel(Gpu& gpu, const Function& function, void** arguments);
/// Launches a kernel: runs the action that its name stands for and advances the clock.
int run_kernel(Gpu& gpu, const Function& function, void** arguments);

}  // namespace stand_in

/// Beginning of every driver function.
#define ENTER(name)                                                \
    const std::lock_guard<std::mutex> lock(stand_in::gpu().mutex); \
    if (const int failed = stand_in::enter(#name)) return failed
