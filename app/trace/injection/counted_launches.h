#pragma once

// Separate run for counters: reads hardware counters during the first launch of each chosen kernel. CUPTI replays the
// launch once per pass and restores memory in between. If the counters are busy, a later launch is counted.

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
    static constexpr std::size_t max_kernels = 64;  ///< with the same name, grid, block and resources
    static constexpr int max_tries = 3;             ///< per kernel

    explicit CountedLaunches(Log& log);
    /// Reads the driver's kernel names from `file`, one per line. Returns false if there are none.
    [[nodiscard]] bool begin(const char* file);
    /// Takes both ends of a launch call: entry and return.
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
    std::map<std::int64_t, int> tries_;  ///< tries left
    // Launch in progress.
    bool is_active_ = false;
    std::int64_t active_ = 0;
    std::string active_name_;
    KernelShape active_shape_;
};

}  // namespace spillway::trace::injection
