#include "tests/trace/stand_in_activities.h"

#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_driver_cbid.h>
#include <cupti_result.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

namespace {

struct Buffer {
    std::uint8_t* bytes = nullptr;
    std::size_t size = 0, used = 0;
    bool is_incomplete = false;  ///< a kernel in it has not ended: only a forced flush hands it over
};

std::mutex mutex;
CUpti_BuffersCallbackRequestFunc want_buffer = nullptr;
CUpti_BuffersCallbackCompleteFunc buffer_done = nullptr;
CUpti_CallbackFunc on_call = nullptr;
void* of_subscriber = nullptr;
std::set<CUpti_CallbackId> enabled;  // of both domains: their numbers differ here
Buffer current;
std::atomic<std::size_t> dropped{0};
std::atomic<std::uint64_t> clock_ns{1000000};

void hand_over()
{
    if (!current.bytes) return;
    const Buffer full = current;
    current = {};
    buffer_done(nullptr, 0, full.bytes, full.size, full.used);
}

void record(const CUpti_ActivityKernel10& kernel)
{
    const std::lock_guard lock(mutex);
    if (!want_buffer) return;
    if (current.bytes && current.used + sizeof kernel > current.size) hand_over();
    std::size_t most = 0;
    if (!current.bytes) want_buffer(&current.bytes, &current.size, &most);
    if (!current.bytes) {
        ++dropped;
        return;
    }
    std::memcpy(current.bytes + current.used, &kernel, sizeof kernel);
    current.used += sizeof kernel;
    if (kernel.end == 0) current.is_incomplete = true;
}

void call(CUpti_CallbackId id, const char* function, const void* parameters, const char* symbol, int result)
{
    if (!on_call || !enabled.contains(id)) return;
    CUpti_CallbackData data{};
    data.functionName = function;
    data.functionParams = parameters;
    data.functionReturnValue = &result;
    data.symbolName = symbol;
    for (const auto site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
        data.callbackSite = site;
        on_call(of_subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
    }
}

/// As the driver's own list of arguments.
struct LaunchParameters {
    CUfunction function;
    unsigned int grid[3], block[3], shared_bytes;
    CUstream stream;
    void **parameters, **extra;
};

}  // namespace

extern "C" {

CUptiResult cuptiGetVersion(std::uint32_t* version)
{
    *version = 130001;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetResultString(CUptiResult, const char** text)
{
    *text = "CUPTI_ERROR_STAND_IN";
    return CUPTI_SUCCESS;
}
CUptiResult cuptiGetTimestamp(std::uint64_t* now)
{
    *now = clock_ns;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle*, CUpti_CallbackFunc callback, void* data)
{
    on_call = callback;
    of_subscriber = data;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(std::uint32_t enable, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId id)
{
    if (enable) enabled.insert(id);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind)
{
    return std::getenv("STAND_IN_REFUSES") ? CUPTI_ERROR_NOT_INITIALIZED : CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete)
{
    want_buffer = request;
    buffer_done = complete;
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** at)
{
    auto* next = *at ? reinterpret_cast<std::uint8_t*>(*at) + sizeof(CUpti_ActivityKernel10) : buffer;
    if (next + sizeof(CUpti_ActivityKernel10) > buffer + bytes) return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *at = reinterpret_cast<CUpti_Activity*>(next);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, std::uint32_t, std::size_t* count)
{
    *count = dropped.exchange(0);
    return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(std::uint32_t flags)
{
    const std::lock_guard lock(mutex);
    if (!current.is_incomplete || (flags & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED)) hand_over();
    return CUPTI_SUCCESS;
}

void stand_in_launch(const StandInLaunch* launch)
{
    if (!launch->is_in_graph) {
        const LaunchParameters parameters{nullptr,
                                          {launch->grid, 1, 1},
                                          {launch->block, 1, 1},
                                          launch->dynamic_shared_bytes,
                                          reinterpret_cast<CUstream>(std::uintptr_t{launch->stream}),
                                          nullptr,
                                          nullptr};
        call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, "cuLaunchKernel", &parameters, launch->name, launch->result);
    }
    if (launch->result != 0 || launch->stream == captured_stream) return;
    CUpti_ActivityKernel10 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.name = launch->name;
    kernel.gridX = static_cast<int>(launch->grid);
    kernel.blockX = static_cast<int>(launch->block);
    kernel.gridY = kernel.gridZ = kernel.blockY = kernel.blockZ = 1;
    kernel.registersPerThread = 40;
    kernel.staticSharedMemory = 1024;
    kernel.dynamicSharedMemory = static_cast<int>(launch->dynamic_shared_bytes);
    kernel.localMemoryPerThread = 128;
    kernel.streamId = launch->stream;
    kernel.graphNodeId = launch->is_in_graph ? 7 : 0;
    kernel.start = clock_ns.fetch_add(launch->duration + 1000);
    kernel.end = launch->duration == 0 ? 0 : kernel.start + launch->duration;
    record(kernel);
}

void stand_in_wait(int result)
{
    call(CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize, "cuCtxSynchronize", nullptr, nullptr, result);
}

void stand_in_drop(int records)
{
    dropped += static_cast<std::size_t>(records);
}

void stand_in_load(const char* cubin, unsigned long long bytes)
{
    if (!on_call || !enabled.contains(CUPTI_CBID_RESOURCE_MODULE_LOADED)) return;
    CUpti_ModuleResourceData module{1, static_cast<std::size_t>(bytes), cubin};
    CUpti_ResourceData data{};
    data.resourceDescriptor = &module;
    on_call(of_subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED, &data);
}
}
