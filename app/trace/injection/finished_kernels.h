#pragma once

// Writes CUPTI's records of finished kernels: one line per new kernel and one per batch of launches.

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "app/trace/injection/activities.h"
#include "app/trace/injection/kernel_table.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

class FinishedKernels {
public:
    FinishedKernels(const Activities& api, Log& log) : api_(api), log_(log) {}

    /// Takes one full CUPTI buffer, on any thread.
    void take(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes);
    /// Writes the number of records that CUPTI dropped since the last call.
    void write_lost(CUcontext context, std::uint32_t stream);
    /// Writes the sums since the last call, once launches are no longer listed individually.
    void write_sums();
    /// Devices that are new since the last call.
    [[nodiscard]] std::vector<std::int64_t> new_devices();

private:
    struct Sum {
        std::int64_t launches = 0, total_ns = 0, least_ns = 0, max_ns = 0;
    };
    void take_kernel(const CUpti_ActivityKernel10& kernel);
    void add_to_sum(std::int64_t id, std::int64_t duration);
    void write_batch();

    const Activities& api_;
    Log& log_;
    std::mutex mutex_;
    KernelTable table_;
    std::vector<std::int64_t> batch_;  ///< kernel, start, duration, stream; repeated
    std::map<std::int64_t, Sum> sums_;
    std::set<std::int64_t> devices_;
    std::vector<std::int64_t> new_devices_;
};

}  // namespace spillway::trace::injection
