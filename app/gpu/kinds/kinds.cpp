#include "app/gpu/kinds/kinds.h"

#include <algorithm>
#include <array>

#include "app/gpu/kinds/copy.h"
#include "app/gpu/kinds/cycles.h"
#include "app/gpu/kinds/first_launch.h"
#include "app/gpu/kinds/host_launch.h"
#include "app/gpu/kinds/kernel_time.h"
#include "app/gpu/kinds/library_call.h"

namespace spillway::gpu {
namespace {

using model::LaunchPlan;
using model::LocalPool;
using model::Timing;

struct Entry {
    bool (*matches)(const LaunchPlan& plan);
    std::unique_ptr<Kind> (*make)(RunContext& run);
};

/// The first match counts; the last entry matches every plan.
constexpr std::array table{
    Entry{[](const LaunchPlan& plan) { return plan.copy.has_value(); }, make_copy},
    Entry{[](const LaunchPlan& plan) { return plan.library != model::Library::none; }, make_library_call},
    Entry{[](const LaunchPlan& plan) { return plan.timing == Timing::first_launch; }, make_first_launch},
    Entry{[](const LaunchPlan& plan) { return plan.timing == Timing::launch; }, make_host_launch},
    Entry{[](const LaunchPlan& plan) { return plan.cycles_buffer >= 0 && plan.accesses_per_thread > 0; }, make_cycles},
    Entry{[](const LaunchPlan&) { return true; }, make_kernel_time},
};

}  // namespace

std::unique_ptr<Kind> make_kind(RunContext& run)
{
    const auto entry =
        std::find_if(table.begin(), table.end(), [&](const Entry& candidate) { return candidate.matches(run.plan()); });
    return entry->make(run);
}

}  // namespace spillway::gpu
