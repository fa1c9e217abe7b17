// libcuda's functions for memory and copies.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tests/support/stand_in_driver/gpu.h"

using stand_in::gpu;
using Address = unsigned long long;

extern "C" {

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total)
{
    ENTER(cuMemGetInfo_v2);
    *total = static_cast<std::size_t>(stand_in::setting("SPILLWAY_STANDIN_MEMORY_MIB", 1024)) << 20;
    // A launch of a kernel with local memory allocates some for all threads.
    *free = *total - gpu().memory_bytes - (gpu().counts.local_launches > 0 ? std::size_t{1} << 20 : 0);
    return 0;
}
int cuMemAlloc_v2(Address* address, std::size_t bytes)
{
    ENTER(cuMemAlloc_v2);
    if (bytes == 0) return 1;
    const auto total = static_cast<std::size_t>(stand_in::setting("SPILLWAY_STANDIN_MEMORY_MIB", 1024)) << 20;
    void* memory = gpu().memory_bytes + bytes <= total ? std::malloc(bytes) : nullptr;
    if (!memory) return 2;
    *address = reinterpret_cast<std::uintptr_t>(memory);
    gpu().memory[*address] = bytes;
    gpu().memory_bytes += bytes;
    ++gpu().counts.buffers;
    return 0;
}
int cuMemFree_v2(Address address)
{
    ENTER(cuMemFree_v2);
    const auto found = gpu().memory.find(address);
    if (found == gpu().memory.end()) return 1;
    gpu().memory_bytes -= found->second;
    std::free(reinterpret_cast<void*>(address));
    gpu().memory.erase(found);
    --gpu().counts.buffers;
    return 0;
}
int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned int)
{
    ENTER(cuMemHostAlloc);
    *memory = std::malloc(bytes);
    if (!*memory) return 2;
    gpu().memory[reinterpret_cast<std::uintptr_t>(*memory)] = bytes;
    ++gpu().counts.host_buffers;
    return 0;
}
int cuMemFreeHost(void* memory)
{
    ENTER(cuMemFreeHost);
    if (gpu().memory.erase(reinterpret_cast<std::uintptr_t>(memory)) == 0) return 1;
    std::free(memory);
    --gpu().counts.host_buffers;
    return 0;
}
int cuMemHostGetDevicePointer_v2(Address* address, void* memory, unsigned int)
{
    ENTER(cuMemHostGetDevicePointer_v2);
    *address = reinterpret_cast<std::uintptr_t>(memory);
    return 0;
}
int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, void*)
{
    ENTER(cuMemcpyHtoDAsync_v2);
    if (gpu().bytes_at(to) < bytes) return 1;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return 0;
}
int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, void*)
{
    ENTER(cuMemcpyDtoHAsync_v2);
    if (gpu().bytes_at(from) < bytes) return 1;
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return 0;
}
int cuMemcpyAsync(Address to, Address from, std::size_t bytes, void*)
{
    ENTER(cuMemcpyAsync);
    gpu().clock_seconds += static_cast<double>(bytes) / 50e9;
    // Copies that measure the peak rate take simulated time only, to keep the test fast.
    if (bytes < std::size_t{32} << 20)
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return 0;
}
int cuMemcpyPeer(Address to, void*, Address from, void*, std::size_t bytes)
{
    ENTER(cuMemcpyPeer);
    if (gpu().bytes_at(to) < bytes || gpu().bytes_at(from) < bytes) return 1;
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return 0;
}
int cuMemcpy2DAsync_v2(const void*, void*)
{
    ENTER(cuMemcpy2DAsync_v2);
    return 0;
}
int cuArrayCreate_v2(void** array, const void*)
{
    ENTER(cuArrayCreate_v2);
    *array = new int;
    ++gpu().counts.buffers;
    return 0;
}
int cuArrayDestroy(void* array)
{
    ENTER(cuArrayDestroy);
    delete static_cast<int*>(array);
    --gpu().counts.buffers;
    return 0;
}
int cuTexObjectCreate(unsigned long long* texture, const void*, const void*, const void*)
{
    ENTER(cuTexObjectCreate);
    *texture = 1;
    ++gpu().counts.buffers;
    return 0;
}
int cuTexObjectDestroy(unsigned long long)
{
    ENTER(cuTexObjectDestroy);
    --gpu().counts.buffers;
    return 0;
}
int cuMemsetD32Async(Address to, unsigned int word, std::size_t count, void*)
{
    ENTER(cuMemsetD32Async);
    if (gpu().bytes_at(to) < 4 * count || to % 4 != 0) return 1;
    if (4 * count < stand_in::max_filled_bytes) std::fill_n(reinterpret_cast<unsigned int*>(to), count, word);
    gpu().clock_seconds += static_cast<double>(4 * count) / 3e12;
    return 0;
}

}  // extern "C"
