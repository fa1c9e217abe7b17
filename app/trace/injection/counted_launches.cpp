#include "app/trace/injection/counted_launches.h"

#include <fstream>

#include "app/compiler/tool_search.h"
#include "app/trace/injection/driver_facts.h"
#include "app/trace/injection/launch_calls.h"

namespace spillway::trace::injection {
namespace {

/// Set while this thread runs code of this class, because CUPTI then launches kernels that are not the program's.
thread_local bool is_ours = false;
struct Within {
    Within() { is_ours = true; }
    ~Within() { is_ours = false; }
};
/// Set on the thread of the launch in progress.
thread_local bool is_of_this_thread = false;

}  // namespace

CountedLaunches::CountedLaunches(Log& log) : log_(log), counters_(compiler::cuda_roots()) {}

bool CountedLaunches::begin(const char* file)
{
    std::ifstream stream(file);
    for (std::string name; names_.size() < max_kernels && std::getline(stream, name);) names_.insert(name);
    return !names_.empty();
}

void CountedLaunches::take(CUpti_CallbackId id, const CUpti_CallbackData& call)
{
    if (is_ours || !is_launch(id)) return;
    const Within within;
    if (call.callbackSite == CUPTI_API_ENTER)
        enter(id, call);
    else if (is_of_this_thread)
        leave();
}

void CountedLaunches::enter(CUpti_CallbackId id, const CUpti_CallbackData& call)
{
    if (!call.functionParams || !call.symbolName || !names_.contains(call.symbolName)) return;
    const LaunchCall launch = launch_call_of(id, call.functionParams);
    if (is_capturing(launch.stream)) return;
    const std::lock_guard lock(mutex_);
    if (is_active_) return;
    const KernelTable::Found found = table_.find(call.symbolName, launch.shape);
    if (found.id == KernelTable::none || (found.is_new && tries_.size() >= max_kernels)) return;
    int& tries = tries_.try_emplace(found.id, max_tries).first->second;
    if (tries-- <= 0) {
        tries = 0;
        return;
    }
    active_ = found.id;
    active_name_ = call.symbolName;
    active_shape_ = launch.shape;
    wait_for_gpu();
    gpu::Counted failed;
    failed.reason = counters_.begin_replayed(current_device(), call.context);
    if (failed.reason) return write(failed);
    is_active_ = is_of_this_thread = true;
}

void CountedLaunches::leave()
{
    const std::lock_guard lock(mutex_);
    wait_for_gpu();
    const gpu::Counted counted = counters_.end_replayed();
    if (!counted.reason) tries_[active_] = 0;
    write(counted);
    is_active_ = is_of_this_thread = false;
}

/// After a failed attempt, a later launch writes another line for the same kernel; the reader keeps the last one.
void CountedLaunches::write(const gpu::Counted& counted)
{
    Line line;
    line.key("counted").open('{');
    add_shape(line, active_name_.c_str(), active_shape_);
    if (counted.reason) {
        line.key("reason").text(*counted.reason);
    } else {
        line.key("counters").open('{');
        for (const auto& [name, value] : counted.values) line.key(name).real(value);
        line.close('}');
    }
    line.close('}');
    log_.write(std::move(line));
}

}  // namespace spillway::trace::injection
