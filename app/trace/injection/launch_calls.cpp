#include "app/trace/injection/launch_calls.h"

#include <cupti_driver_cbid.h>

#include <algorithm>
#include <utility>

#include "app/gpu/driver_errors.h"
#include "app/trace/injection/driver_facts.h"

namespace spillway::trace::injection {
namespace {

constexpr int max_refusals = 100;

constexpr CUpti_CallbackId launches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
};
constexpr CUpti_CallbackId waits[] = {
    CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,     CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize,  CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,   CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds,
};

/// Errors of a kernel or of the GPU. Not a wrong argument of a call, and not a later call in a context that ended.
bool is_fault(int result)
{
    return result != CUDA_ERROR_CONTEXT_IS_DESTROYED && gpu::ends_context(result);
}

/// First parameters of cuLaunchKernel and cuLaunchCooperativeKernel, as the driver declares them.
struct LaunchParameters {
    CUfunction function;
    unsigned int grid[3], block[3], shared_bytes;
    CUstream stream;
};
/// Parameters of cuLaunchKernelEx.
struct LaunchExParameters {
    const CUlaunchConfig* config;
};

}  // namespace

bool is_launch(CUpti_CallbackId id)
{
    return std::ranges::find(launches, id) != std::end(launches);
}

LaunchCall launch_call_of(CUpti_CallbackId id, const void* parameters)
{
    LaunchCall launch;
    if (id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz) {
        const CUlaunchConfig& config = *static_cast<const LaunchExParameters*>(parameters)->config;
        launch.shape.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
        launch.shape.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
        launch.shape.dynamic_shared_bytes = config.sharedMemBytes;
        launch.stream = config.hStream;
        return launch;
    }
    const auto& plain = *static_cast<const LaunchParameters*>(parameters);
    std::ranges::copy(plain.grid, launch.shape.grid.begin());
    std::ranges::copy(plain.block, launch.shape.block.begin());
    launch.shape.dynamic_shared_bytes = plain.shared_bytes;
    launch.stream = plain.stream;
    return launch;
}

Line& add_shape(Line& line, const char* name, const KernelShape& shape)
{
    line.key("name").text(name);
    line.key("grid").open('[').number(shape.grid[0]).number(shape.grid[1]).number(shape.grid[2]).close(']');
    line.key("block").open('[').number(shape.block[0]).number(shape.block[1]).number(shape.block[2]).close(']');
    return line.key("dynamic_shared_bytes").number(shape.dynamic_shared_bytes);
}

CUptiResult enable_launches(const Activities& api, CUpti_SubscriberHandle subscriber)
{
    for (const CUpti_CallbackId id : launches)
        if (const auto result = api.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id)) return result;
    return CUPTI_SUCCESS;
}

CUptiResult enable_callbacks(const Activities& api, CUpti_SubscriberHandle subscriber)
{
    if (const auto result = enable_launches(api, subscriber)) return result;
    // Older CUPTI versions lack some of these calls.
    for (const CUpti_CallbackId id : waits)
        (void)api.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    return api.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
}

LaunchCalls::Meaning LaunchCalls::take(CUpti_CallbackId id, const CUpti_CallbackData& call)
{
    if (call.callbackSite != CUPTI_API_EXIT || !call.functionReturnValue) return Meaning::nothing;
    const int result = *static_cast<const int*>(call.functionReturnValue);
    if (!is_launch(id)) return take_fault(call, result) ? Meaning::fault : Meaning::waited;
    take_launch(id, call, result);
    return Meaning::nothing;
}

void LaunchCalls::take_launch(CUpti_CallbackId id, const CUpti_CallbackData& call, int result)
{
    if (!call.functionParams) return;
    const auto [shape, stream] = launch_call_of(id, call.functionParams);
    if (result == CUDA_SUCCESS && is_capturing(stream)) return;
    const char* name = call.symbolName ? call.symbolName : "";
    const std::lock_guard lock(mutex_);
    if (result != CUDA_SUCCESS) {
        if (++refusals_ > max_refusals) return;
        Line line;
        line.key("refused").open('{').key("word").text(error_name(result));
        add_shape(line, name, shape).close('}');
        log_.write(std::move(line));
        return;
    }
    const KernelTable::Found found = table_.find(name, shape);
    if (found.id == KernelTable::none) return;
    const auto at = static_cast<std::size_t>(found.id);
    if (found.is_new) {
        Line line;
        line.key("asked").open('{').key("id").number(found.id);
        add_shape(line, name, shape).close('}');
        log_.write(std::move(line));
        counts_.push_back(0);
        is_changed_.push_back(false);
    }
    ++counts_[at];
    if (!is_changed_[at]) {
        is_changed_[at] = true;
        changed_.push_back(found.id);
    }
}

bool LaunchCalls::take_fault(const CUpti_CallbackData& call, int result)
{
    if (!is_fault(result)) return false;
    const std::lock_guard lock(mutex_);
    if (std::exchange(has_fault_, true)) return false;
    Line line;
    line.key("fault").open('{').key("word").text(error_name(result));
    line.key("call").text(call.functionName ? call.functionName : "").close('}');
    log_.write(std::move(line));
    return true;
}

void LaunchCalls::write_counts()
{
    const std::lock_guard lock(mutex_);
    for (std::size_t begin = 0; begin < changed_.size(); begin += 2000) {
        Line line;
        line.key("counts").open('[');
        for (std::size_t i = begin; i < std::min(changed_.size(), begin + 2000); ++i) {
            const auto at = static_cast<std::size_t>(changed_[i]);
            line.number(changed_[i]).number(counts_[at]);
            is_changed_[at] = false;
        }
        line.close(']');
        log_.write(std::move(line));
    }
    changed_.clear();
}

}  // namespace spillway::trace::injection
