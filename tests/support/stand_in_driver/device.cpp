// libcuda's functions that ask for the GPU, its errors and its context.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "tests/support/stand_in_driver/gpu.h"

using stand_in::gpu;

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
int cuDeviceTotalMem_v2(std::size_t* bytes, int)
{
    ENTER(cuDeviceTotalMem_v2);
    *bytes = static_cast<std::size_t>(stand_in::setting("SPILLWAY_STANDIN_MEMORY_MIB", 1024)) << 20;
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int)
{
    ENTER(cuDeviceGetAttribute);
    const std::map<int, int> values = {{1, 1024},
                                       {8, 49152},
                                       {10, 32},
                                       {12, 65536},
                                       {13, 1980000},
                                       {16, 132},
                                       {36, 3201000},
                                       {37, 6144},
                                       {38, stand_in::l2_bytes},
                                       {39, 2048},
                                       {75, 9},
                                       {76, 0},
                                       {81, 233472},
                                       {82, 65536},
                                       {97, 232448},
                                       {106, 32},
                                       {111, 1024},
                                       {108, stand_in::max_l2_aside_bytes},
                                       {109, stand_in::max_window_bytes},
                                       {120, static_cast<int>(stand_in::setting("SPILLWAY_STANDIN_CLUSTERS", 1))}};
    const auto found = values.find(attribute);
    if (found == values.end()) return 1;
    *value = found->second;
    return 0;
}
int cuDeviceGetUuid_v2(unsigned char* uuid, int device)
{
    ENTER(cuDeviceGetUuid_v2);
    std::memset(uuid, 0x5a, 16);
    uuid[0] = static_cast<unsigned char>(device);
    // Tests run in parallel, so every test process has its own GPU unless the variable names one.
    const int shared = static_cast<int>(stand_in::setting("SPILLWAY_STANDIN_UUID", getpid()));
    std::memcpy(uuid + 4, &shared, sizeof shared);
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
    if (--gpu().counts.contexts > 0) return 0;
    gpu().stack_bytes = 1024;
    return 0;
}
int cuCtxSetCurrent(void*)
{
    ENTER(cuCtxSetCurrent);
    return 0;
}
int cuCtxGetCurrent(void** context)
{
    ENTER(cuCtxGetCurrent);
    *context = &gpu();
    return 0;
}
int cuCtxCreate_v2(void** context, unsigned int, int)
{
    ENTER(cuCtxCreate_v2);
    ++gpu().counts.contexts;
    gpu().counts.local_launches = 0;
    *context = new int;
    return 0;
}
int cuCtxDestroy_v2(void* context)
{
    ENTER(cuCtxDestroy_v2);
    --gpu().counts.contexts;
    delete static_cast<int*>(context);
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
    if (limit == 6 && value <= static_cast<std::size_t>(stand_in::max_l2_aside_bytes))
        return gpu().counts.l2_aside_bytes = value, 0;
    if (limit != 0) return 1;
    gpu().stack_bytes = value;
    return 0;
}
int cuCtxResetPersistingL2Cache()
{
    ENTER(cuCtxResetPersistingL2Cache);
    ++gpu().counts.l2_resets;
    return 0;
}
int cuCtxGetLimit(std::size_t* value, int limit)
{
    ENTER(cuCtxGetLimit);
    if (limit != 0) return 1;
    *value = gpu().stack_bytes;
    return 0;
}

}  // extern "C"
