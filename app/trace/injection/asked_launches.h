#pragma once

// What the program asks of the driver: each launch is counted, so that the trace can name a kernel that never came to
// its end, and one that the driver refused. And the first call in which the GPU reported a fault.

#include <cstdint>
#include <mutex>
#include <vector>

#include "app/trace/injection/activities.h"
#include "app/trace/injection/kernel_table.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

/// What a launch asks for.
struct AskedLaunch {
    KernelShape shape;
    CUstream stream = nullptr;
};
[[nodiscard]] bool is_launch(CUpti_CallbackId id);
/// From the parameters of a call for which is_launch() holds.
[[nodiscard]] AskedLaunch asked_launch(CUpti_CallbackId id, const void* parameters);
/// Name, grid, block and dynamic shared memory.
Line& add_shape(Line& line, const char* name, const KernelShape& shape);

class AskedLaunches {
public:
    explicit AskedLaunches(Log& log) : log_(log) {}

    enum class Meaning { nothing, waited, fault };
    /// A call of the driver's that has returned: whether what was launched before has ended, or the first fault is
    /// here.
    [[nodiscard]] Meaning take(CUpti_CallbackId id, const CUpti_CallbackData& call);
    /// The counts that have changed since the last call.
    void write_counts();

private:
    void take_launch(CUpti_CallbackId id, const CUpti_CallbackData& call, int result);
    [[nodiscard]] bool take_fault(const CUpti_CallbackData& call, int result);

    Log& log_;
    std::mutex mutex_;
    KernelTable table_;
    std::vector<std::int64_t> counts_;   ///< by the table's numbers
    std::vector<std::int64_t> changed_;  ///< numbers whose count is not written yet
    std::vector<bool> is_changed_;
    int refusals_ = 0;
    bool has_fault_ = false;
};

/// Turns on what is listened to: launches, calls that wait for the GPU, modules that are loaded.
[[nodiscard]] CUptiResult enable_callbacks(const Activities& api, CUpti_SubscriberHandle subscriber);
/// Launches alone.
[[nodiscard]] CUptiResult enable_launches(const Activities& api, CUpti_SubscriberHandle subscriber);

}  // namespace spillway::trace::injection
