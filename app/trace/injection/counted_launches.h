#pragma once

// In a run of the program for that alone: hardware counters of the first launch of each chosen kernel, which CUPTI runs
// once a pass with its memory put back in between. Where the hardware is busy just then, of a later launch.

#include <map>
#include <mutex>
#include <set>
#include <string>

#include "app/gpu/counters.h"
#include "app/trace/injection/activities.h"
#include "app/trace/injection/kernel_table.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

class CountedLaunches {
public:
    static constexpr std::size_t most_kernels = 64;  ///< with the same name, grid, block and resources
    static constexpr int most_tries = 3;             ///< of each

    explicit CountedLaunches(Log& log);
    /// A line for each kernel: its name, as the driver has it. False: there is no such file.
    [[nodiscard]] bool begin(const char* file);
    /// A launch that begins, and one that the driver has taken.
    void take(CUpti_CallbackId id, const CUpti_CallbackData& call);

private:
    void enter(CUpti_CallbackId id, const CUpti_CallbackData& call);
    void leave();
    void write(const gpu::Counted& counted);

    Log& log_;
    gpu::Counters counters_;
    std::set<std::string> names_;  ///< of the chosen kernels
    std::mutex mutex_;
    KernelTable table_;
    std::map<std::int64_t, int> tries_;  ///< that are left
    // The launch that is under way.
    bool is_active_ = false;
    std::int64_t active_ = 0;
    std::string active_name_;
    KernelShape active_shape_;
};

}  // namespace spillway::trace::injection
