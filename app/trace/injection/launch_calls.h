#pragma once

// Counts the program's launch calls, so that the trace can name kernels that never finished and kernels that the driver
// refused. Also finds the first call that returns a GPU fault.

#include <cstdint>
#include <mutex>
#include <vector>

#include "app/trace/injection/activities.h"
#include "app/trace/injection/kernel_table.h"
#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

/// Arguments of one launch call.
struct LaunchCall {
    KernelShape shape;
    CUstream stream = nullptr;
};
[[nodiscard]] bool is_launch(CUpti_CallbackId id);
/// Decodes the parameters of a call for which is_launch() is true.
[[nodiscard]] LaunchCall launch_call_of(CUpti_CallbackId id, const void* parameters);
/// Adds name, grid, block and dynamic shared memory.
Line& add_shape(Line& line, const char* name, const KernelShape& shape);

class LaunchCalls {
public:
    explicit LaunchCalls(Log& log) : log_(log) {}

    enum class Meaning { nothing, waited, fault };
    /// Takes a driver call at its return. `waited`: the call waits for a context, a stream, an event or a copy, and has
    /// returned. `fault`: it returned the first fault.
    [[nodiscard]] Meaning take(CUpti_CallbackId id, const CUpti_CallbackData& call);
    /// Writes the counts that have changed since the last call.
    void write_counts();

private:
    void take_launch(CUpti_CallbackId id, const CUpti_CallbackData& call, int result);
    [[nodiscard]] bool take_fault(const CUpti_CallbackData& call, int result);

    Log& log_;
    std::mutex mutex_;
    KernelTable table_;
    std::vector<std::int64_t> counts_;   ///< by id in the table
    std::vector<std::int64_t> changed_;  ///< ids with counts not yet written
    std::vector<bool> is_changed_;
    int refusals_ = 0;
    bool has_fault_ = false;
};

/// Enables callbacks for launches, for calls that wait for the GPU, and for loaded modules.
[[nodiscard]] CUptiResult enable_callbacks(const Activities& api, CUpti_SubscriberHandle subscriber);
/// Enables callbacks for launches only.
[[nodiscard]] CUptiResult enable_launches(const Activities& api, CUpti_SubscriberHandle subscriber);

}  // namespace spillway::trace::injection
