// libcuda's functions, as far as Spillway calls them. See README.md.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <unistd.h>

#include "tests/support/stand_in_driver/gpu.h"

namespace stand_in {

Gpu& gpu()
{
    static Gpu* one = new Gpu;  // alive until the very end, as a driver is
    return *one;
}

double setting(const char* name, double fallback)
{
    const char* text = std::getenv(name);
    return text && *text ? std::atof(text) : fallback;
}

std::size_t Gpu::bytes_at(std::uintptr_t address) const
{
    auto after = memory.upper_bound(address);
    if (after == memory.begin()) return 0;
    --after;
    const std::size_t offset = address - after->first;
    return offset < after->second ? after->second - offset : 0;
}

namespace {

[[noreturn]] void hang()
{
    for (;;) pause();
}

/// What SPILLWAY_STANDIN_FAIL says about this call, and whether the context is lost. With the mutex held.
int enter(const std::string& call)
{
    Gpu& state = gpu();
    const int nth = ++state.calls[call];
    if (state.lost != 0) {
        ++state.counts.calls_after_loss;
        return state.lost;
    }
    const char* text = std::getenv("SPILLWAY_STANDIN_FAIL");
    std::string rules = text ? text : "";
    for (std::size_t at = 0; at < rules.size();) {
        const std::size_t end = std::min(rules.find(';', at), rules.size());
        const std::string rule = rules.substr(at, end - at);
        at = end + 1;
        const std::size_t first = rule.find(':'), second = rule.find(':', first + 1);
        if (second == std::string::npos || rule.substr(0, first) != call) continue;
        const int when = std::atoi(rule.c_str() + first + 1);
        if (when != 0 && when != nth) continue;
        const std::string what = rule.substr(second + 1);
        if (what == "die") _exit(139);
        if (what == "hang") hang();
        const bool is_sticky = what.starts_with("sticky");
        const int status = std::atoi(what.c_str() + (is_sticky ? 6 : 0));
        if (is_sticky) state.lost = status;
        return status;
    }
    return 0;
}

/// All that was enqueued is done now; or the kernel that failed is found.
int finish()
{
    Gpu& state = gpu();
    if (state.hangs) hang();
    for (Event* event : state.unfinished) event->is_done = true;
    state.unfinished.clear();
    if (state.pending_error != 0) state.lost = std::exchange(state.pending_error, 0);
    return state.lost;
}

struct ErrorText {
    int status;
    const char *name, *words;
};
constexpr ErrorText errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

int error_text(int status, const char** text, bool name)
{
    for (const ErrorText& error : errors) {
        if (error.status != status) continue;
        *text = name ? error.name : error.words;
        return 0;
    }
    *text = nullptr;
    return 1;
}

}  // namespace
}  // namespace stand_in

using stand_in::enter;
using stand_in::gpu;
using Address = unsigned long long;
constexpr int l2_bytes = 62914560;

#define ENTER(name)                                      \
    const std::lock_guard<std::mutex> lock(gpu().mutex); \
    if (const int failed = enter(#name)) return failed

extern "C" {

void spillway_stand_in_counts(stand_in::Counts* counts)
{
    const std::lock_guard<std::mutex> lock(gpu().mutex);
    *counts = gpu().counts;
}

int cuInit(unsigned int)
{
    ENTER(cuInit);
    return stand_in::setting("SPILLWAY_STANDIN_GPUS", 1) < 0 ? 100 : 0;
}
int cuDriverGetVersion(int* version)
{
    ENTER(cuDriverGetVersion);
    *version = 13010;
    return 0;
}
int cuDeviceGetCount(int* count)
{
    ENTER(cuDeviceGetCount);
    *count = static_cast<int>(stand_in::setting("SPILLWAY_STANDIN_GPUS", 1));
    return 0;
}
int cuDeviceGet(int* device, int index)
{
    ENTER(cuDeviceGet);
    *device = index;
    return 0;
}
int cuDeviceGetName(char* name, int size, int)
{
    ENTER(cuDeviceGetName);
    std::strncpy(name, "NVIDIA Stand-in", static_cast<std::size_t>(size));
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int)
{
    ENTER(cuDeviceGetAttribute);
    static const std::map<int, int> values = {{1, 1024}, {8, 49152},    {10, 32},     {12, 65536},    {13, 1980000},
                                              {16, 132}, {36, 3201000}, {37, 6144},   {38, l2_bytes}, {39, 2048},
                                              {75, 9},   {76, 0},       {81, 233472}, {82, 65536},    {97, 232448},
                                              {106, 32}, {111, 1024}};
    const auto found = values.find(attribute);
    if (found == values.end()) return 1;
    *value = found->second;
    return 0;
}
int cuGetErrorName(int status, const char** text)
{
    return stand_in::error_text(status, text, true);
}
int cuGetErrorString(int status, const char** text)
{
    return stand_in::error_text(status, text, false);
}

int cuDevicePrimaryCtxSetFlags_v2(int, unsigned int)
{
    ENTER(cuDevicePrimaryCtxSetFlags_v2);
    return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int)
{
    ENTER(cuDevicePrimaryCtxRetain);
    ++gpu().counts.contexts;
    *context = &gpu();
    return 0;
}
int cuDevicePrimaryCtxRelease_v2(int)
{
    ENTER(cuDevicePrimaryCtxRelease_v2);
    --gpu().counts.contexts;
    return 0;
}
int cuCtxSetCurrent(void*)
{
    ENTER(cuCtxSetCurrent);
    return 0;
}
int cuCtxSynchronize()
{
    ENTER(cuCtxSynchronize);
    return stand_in::finish();
}
int cuCtxSetLimit(int limit, std::size_t value)
{
    ENTER(cuCtxSetLimit);
    if (limit != 0) return 1;
    gpu().stack_bytes = value;
    return 0;
}
int cuCtxGetLimit(std::size_t* value, int limit)
{
    ENTER(cuCtxGetLimit);
    if (limit != 0) return 1;
    *value = gpu().stack_bytes;
    return 0;
}

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total)
{
    ENTER(cuMemGetInfo_v2);
    *total = static_cast<std::size_t>(stand_in::setting("SPILLWAY_STANDIN_MEMORY_MIB", 1024)) << 20;
    *free = *total - gpu().memory_bytes;
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
int cuMemsetD32Async(Address to, unsigned int word, std::size_t count, void*)
{
    ENTER(cuMemsetD32Async);
    if (gpu().bytes_at(to) < 4 * count || to % 4 != 0) return 1;
    // A flush of the L2 takes the GPU's time, and none of the test's.
    if (4 * count != l2_bytes) std::fill_n(reinterpret_cast<unsigned int*>(to), count, word);
    gpu().clock_seconds += static_cast<double>(4 * count) / 3e12;
    return 0;
}

int cuModuleLoadData(void** module, const void* image)
{
    ENTER(cuModuleLoadData);
    if (std::memcmp(image, "\177ELF", 4) != 0) return 200;
    auto* loaded = new stand_in::Module;
    gpu().modules[loaded];
    ++gpu().counts.modules;
    *module = loaded;
    return 0;
}
int cuModuleUnload(void* module)
{
    ENTER(cuModuleUnload);
    auto* loaded = static_cast<stand_in::Module*>(module);
    if (gpu().modules.erase(loaded) == 0) return 400;
    delete loaded;
    --gpu().counts.modules;
    return 0;
}
int cuModuleGetFunction(void** function, void* module, const char* name)
{
    ENTER(cuModuleGetFunction);
    const auto found = gpu().modules.find(static_cast<stand_in::Module*>(module));
    if (found == gpu().modules.end()) return 400;
    if (!*name) return 500;
    stand_in::Function& made = found->second[name];
    made.name = name;
    *function = &made;
    return 0;
}
int cuModuleGetGlobal_v2(Address*, std::size_t*, void*, const char*)
{
    ENTER(cuModuleGetGlobal_v2);
    return 500;
}
int cuFuncGetAttribute(int* value, int attribute, void* function)
{
    ENTER(cuFuncGetAttribute);
    const auto& made = *static_cast<stand_in::Function*>(function);
    const bool is_fat = made.name.find("fat") != std::string::npos;
    if (attribute == 0) *value = is_fat ? 256 : 1024;
    if (attribute == 3) *value = made.name.find("local") != std::string::npos ? 128 : 0;
    if (attribute == 4) *value = is_fat ? 255 : 32;
    return attribute == 0 || attribute == 3 || attribute == 4 ? 0 : 1;
}
int cuFuncSetAttribute(void* function, int attribute, int value)
{
    ENTER(cuFuncSetAttribute);
    auto& made = *static_cast<stand_in::Function*>(function);
    if (attribute == 8 && value <= 232448) return made.max_dynamic_shared_bytes = std::max(value, 48 << 10), 0;
    return attribute == 9 && value >= -1 && value <= 100 ? 0 : 1;
}
int cuLaunchKernel(void* function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
                   unsigned int block_y, unsigned int block_z, unsigned int shared_bytes, void*, void** arguments,
                   void** extra)
{
    ENTER(cuLaunchKernel);
    const auto& made = *static_cast<stand_in::Function*>(function);
    const unsigned int threads = block_x * block_y * block_z;
    if (extra || grid_x * grid_y * grid_z == 0 || grid_y > 65535 || grid_z > 65535 || threads == 0 || threads > 1024 ||
        static_cast<int>(shared_bytes) > made.max_dynamic_shared_bytes)
        return 1;
    return stand_in::run_kernel(gpu(), made, arguments);
}

int cuStreamCreate(void** stream, unsigned int)
{
    ENTER(cuStreamCreate);
    *stream = new int;
    ++gpu().counts.streams;
    return 0;
}
int cuStreamSynchronize(void*)
{
    ENTER(cuStreamSynchronize);
    return stand_in::finish();
}
int cuStreamDestroy_v2(void* stream)
{
    ENTER(cuStreamDestroy_v2);
    delete static_cast<int*>(stream);
    --gpu().counts.streams;
    return 0;
}
int cuEventCreate(void** event, unsigned int)
{
    ENTER(cuEventCreate);
    *event = new stand_in::Event;
    ++gpu().counts.events;
    return 0;
}
int cuEventRecord(void* event, void*)
{
    ENTER(cuEventRecord);
    auto* recorded = static_cast<stand_in::Event*>(event);
    *recorded = {gpu().clock_seconds, false};
    gpu().unfinished.push_back(recorded);
    return 0;
}
int cuEventSynchronize(void*)
{
    ENTER(cuEventSynchronize);
    return stand_in::finish();
}
int cuEventQuery(void* event)
{
    ENTER(cuEventQuery);
    if (gpu().calls["cuEventQuery"] <= stand_in::setting("SPILLWAY_STANDIN_BEHIND", 0)) return 0;
    return static_cast<stand_in::Event*>(event)->is_done ? 0 : 600;
}
int cuEventElapsedTime(float* milliseconds, void* begin, void* end)
{
    ENTER(cuEventElapsedTime);
    const auto *from = static_cast<stand_in::Event*>(begin), *to = static_cast<stand_in::Event*>(end);
    if (!from->is_done || !to->is_done) return 600;
    *milliseconds = static_cast<float>(1e3 * (to->at_seconds - from->at_seconds));
    return 0;
}
int cuEventDestroy_v2(void* event)
{
    ENTER(cuEventDestroy_v2);
    auto* gone = static_cast<stand_in::Event*>(event);
    std::erase(gpu().unfinished, gone);
    delete gone;
    --gpu().counts.events;
    return 0;
}
}
