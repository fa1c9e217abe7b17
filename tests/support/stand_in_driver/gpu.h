#pragma once

// The state of the stand-in GPU.

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
    int queries = 0;  ///< since it was recorded
};

/// What is alive; also the exported spillway_stand_in_counts().
struct Counts {
    int modules = 0, buffers = 0, host_buffers = 0, events = 0, streams = 0, contexts = 0;
    int launches = 0, calls_after_loss = 0, local_launches = 0;
    /// Launches in clusters or with an access window, the last one's figures, and what is set aside now.
    int extended_launches = 0, cluster = 0, l2_resets = 0;
    std::size_t window_bytes = 0, l2_aside_bytes = 0;
    float hit_ratio = 0;
};

struct Gpu {
    std::mutex mutex;
    Counts counts;
    std::map<std::uintptr_t, std::size_t> memory;  ///< address, bytes
    std::size_t memory_bytes = 0;
    std::map<Module*, std::map<std::string, Function>> modules;
    std::vector<Event*> unfinished;
    double clock_seconds = 0;
    double stamped_seconds = 0;  ///< when the SM clock was last looked at
    unsigned long long cycles = 0;
    int pending_error = 0;           ///< of a kernel that runs, told by the next synchronisation
    int lost = 0;                    ///< the error that every call returns from then on
    bool hangs = false;              ///< the next synchronisation never returns
    std::size_t stack_bytes = 1024;  ///< a kernel that needs more makes it larger, and it stays so
    std::map<std::string, int> calls;
    double threads = 0;  ///< of the launch under way

    [[nodiscard]] std::size_t bytes_at(std::uintptr_t address) const;  ///< of the allocation, from there on; 0: none
};

Gpu& gpu();
double setting(const char* name, double fallback);

/// What SPILLWAY_STANDIN_FAIL says about this call, and whether the context is lost. With the mutex held.
int enter(const std::string& call);
/// All that was enqueued is done now; or the kernel that failed is found.
int finish();
int error_text(int status, const char** text, bool name);

constexpr int l2_bytes = 62914560;
constexpr int most_l2_aside_bytes = 39321600, most_window_bytes = 134217728;
/// A larger stretch takes the GPU its time to fill, and none of the test's: it stays as it is.
constexpr std::size_t most_filled_bytes = std::size_t{32} << 20;

/// One of Spillway's own kernels (app/gpu/device_helpers.cu), if it is one.
bool run_own_kernel(Gpu& gpu, const Function& function, void** arguments);
/// What a launch does: runs the kernel that its name stands for, and lets time pass.
int run_kernel(Gpu& gpu, const Function& function, void** arguments);

}  // namespace stand_in

/// How each of the driver's functions begins.
#define ENTER(name)                                                \
    const std::lock_guard<std::mutex> lock(stand_in::gpu().mutex); \
    if (const int failed = stand_in::enter(#name)) return failed
