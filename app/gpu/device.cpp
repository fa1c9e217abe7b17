#include "app/gpu/device.h"

#include <algorithm>

namespace spillway::gpu {
std::size_t allocated_bytes(std::int64_t bytes)
{
    return static_cast<std::size_t>((std::max<std::int64_t>(bytes, 1) + 255) / 256 * 256);
}

std::optional<Context> Context::open(const DriverApi& api, int device_index, Failure& failed)
{
    CuDevice device = 0;
    CuContext context = nullptr;
    if ((failed = failure(api.init(0), "cuInit"))) return std::nullopt;
    if ((failed = failure(api.device_get(&device, device_index), "cuDeviceGet"))) return std::nullopt;
    const unsigned int flags = context_blocking_sync | context_keep_local_memory;
    if ((failed = failure(api.context_set_flags(device, flags), "cuDevicePrimaryCtxSetFlags"))) return std::nullopt;
    if ((failed = failure(api.context_retain(&context, device), "cuDevicePrimaryCtxRetain"))) return std::nullopt;
    Context opened(api, device, context);
    if ((failed = failure(api.context_set_current(context), "cuCtxSetCurrent"))) return std::nullopt;
    return opened;
}

Context::~Context()
{
    if (api_) api_->context_release(device_);
}

Failure allocate_device(const DriverApi& api, std::int64_t bytes, Memory& memory)
{
    CuPointer pointer = 0;
    if (auto failed = failure(api.memory_alloc(&pointer, allocated_bytes(bytes)), "cuMemAlloc")) return failed;
    memory.device = Owned<CuPointer>(pointer, api.memory_free);
    memory.address = pointer;
    memory.bytes = bytes;
    return std::nullopt;
}

Failure allocate_pinned(const DriverApi& api, std::int64_t bytes, Memory& memory)
{
    void* host = nullptr;
    CuPointer pointer = 0;
    if (auto failed = failure(api.host_alloc(&host, allocated_bytes(bytes), host_memory_mapped), "cuMemHostAlloc"))
        return failed;
    memory.host = Owned<void*>(host, api.host_free);
    if (auto failed = failure(api.host_device_pointer(&pointer, host, 0), "cuMemHostGetDevicePointer")) return failed;
    memory.address = pointer;
    memory.bytes = bytes;
    return std::nullopt;
}

Memory allocate_pageable(std::int64_t bytes)
{
    Memory memory;
    memory.pageable = std::make_unique<std::byte[]>(allocated_bytes(bytes));
    memory.address = static_cast<CuPointer>(reinterpret_cast<std::uintptr_t>(memory.pageable.get()));
    memory.bytes = bytes;
    return memory;
}

Failure load_kernel(const DriverApi& api, const std::string& cubin, const std::string& entry, LoadedKernel& kernel)
{
    CuModule module = nullptr;
    if (auto failed = failure(api.module_load(&module, cubin.data()), "cuModuleLoadData")) return failed;
    kernel.module = Owned<CuModule>(module, api.module_unload);
    if (auto failed = failure(api.module_function(&kernel.function, module, entry.c_str()), "cuModuleGetFunction"))
        return failed;
    int local_bytes = 0;
    for (const auto& [attribute, value] :
         {std::pair{function_local_bytes, &local_bytes}, std::pair{function_registers, &kernel.registers},
          std::pair{function_max_threads_per_block, &kernel.max_threads_per_block}})
        if (auto failed = failure(api.function_get(value, attribute, kernel.function), "cuFuncGetAttribute"))
            return failed;
    kernel.local_bytes_per_thread = local_bytes;
    return std::nullopt;
}

Failure make_stream(const DriverApi& api, Owned<CuStream>& stream)
{
    CuStream handle = nullptr;
    if (auto failed = failure(api.stream_create(&handle, stream_non_blocking), "cuStreamCreate")) return failed;
    stream = Owned<CuStream>(handle, api.stream_destroy);
    return std::nullopt;
}

Failure make_event(const DriverApi& api, Owned<CuEvent>& event)
{
    CuEvent handle = nullptr;
    if (auto failed = failure(api.event_create(&handle, 0), "cuEventCreate")) return failed;
    event = Owned<CuEvent>(handle, api.event_destroy);
    return std::nullopt;
}

}  // namespace spillway::gpu
