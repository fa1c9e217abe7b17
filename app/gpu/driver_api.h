#pragma once

// Functions of the NVIDIA driver, loaded from libcuda at run time. Declared here because builds do not require cuda.h;
// tests/gpu compares names and numbers with cuda.h if it exists.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/gpu/driver_errors.h"
#include "app/model/error.h"

namespace spillway::gpu {

using CuDevice = int;
using CuPointer = unsigned long long;  ///< device address
using CuContext = void*;
using CuModule = void*;
using CuFunction = void*;
using CuStream = void*;
using CuEvent = void*;
using CuArray = void*;
using CuTexture = unsigned long long;

struct CuUuid {
    unsigned char bytes[16];
};
struct CuArrayShape {
    std::size_t width, height;  ///< texels; height 0: one dimension
    int format;
    unsigned int channels;
};
/// CUDA_MEMCPY2D.
struct CuCopy2d {
    std::size_t from_x, from_y;
    int from_type;
    const void* from_host;
    CuPointer from_device;
    CuArray from_array;
    std::size_t from_pitch;
    std::size_t to_x, to_y;
    int to_type;
    void* to_host;
    CuPointer to_device;
    CuArray to_array;
    std::size_t to_pitch;
    std::size_t width_bytes, height;
};
/// CUDA_RESOURCE_DESC of an array or of linear memory.
struct CuResource {
    int type;
    union {
        CuArray array;
        struct {
            CuPointer memory;
            int format;
            unsigned int channels;
            std::size_t bytes;
        } linear;
        int reserved[32];
    } of;
    unsigned int flags;
};
/// CUDA_TEXTURE_DESC.
struct CuTextureShape {
    int edge[3];
    int filter;
    unsigned int flags;
    unsigned int anisotropy;
    int mipmap_filter;
    float mipmap_bias, mipmap_least, mipmap_most;
    float border[4];
    int reserved[12];
};

/// CUlaunchAttribute with the two values used here.
struct CuLaunchAttribute {
    int id;
    char pad[4];
    union {
        char bytes[64];
        struct {
            void* address;
            std::size_t bytes;
            float hit_ratio;
            int hit_property, miss_property;
        } window;
        struct {
            unsigned int x, y, z;
        } cluster;
    } value;
};
/// CUlaunchConfig.
struct CuLaunchConfig {
    unsigned int grid[3], block[3];
    unsigned int shared_bytes;
    CuStream stream;
    CuLaunchAttribute* attributes;
    unsigned int attribute_count;
};

// Constants of the driver's binary interface.
inline constexpr unsigned int context_blocking_sync = 0x04;
inline constexpr unsigned int context_keep_local_memory = 0x10;  ///< CU_CTX_LMEM_RESIZE_TO_MAX
inline constexpr unsigned int context_spin = 0x01;
inline constexpr unsigned int stream_non_blocking = 0x1;
inline constexpr unsigned int host_memory_mapped = 0x02;
inline constexpr int limit_stack_bytes = 0;
inline constexpr int limit_persisting_l2_bytes = 6;
inline constexpr int function_max_threads_per_block = 0;
inline constexpr int function_local_bytes = 3;
inline constexpr int function_registers = 4;
inline constexpr int function_max_dynamic_shared_bytes = 8;
inline constexpr int function_shared_carveout = 9;
inline constexpr int function_any_cluster_size = 14;  ///< CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
inline constexpr int launch_access_window = 1, launch_cluster = 4;
inline constexpr int access_streaming = 1, access_persisting = 2;
inline constexpr int carveout_max_l1 = 0;
inline constexpr int carveout_max_shared = 100;
inline constexpr CuResult out_of_memory = 2;
inline constexpr CuResult not_ready = 600;
inline constexpr int memory_type_device = 2, memory_type_array = 3;
inline constexpr int resource_array = 0, resource_linear = 2;
inline constexpr int edge_wrap = 0, edge_clamp = 1, edge_border = 3;
inline constexpr int filter_point = 0, filter_linear = 1;
inline constexpr unsigned int texture_read_as_integer = 1, texture_normalised = 2;
inline constexpr int attribute_max_texture_1d = 21;
inline constexpr int attribute_max_persisting_l2_bytes = 108, attribute_max_access_window_bytes = 109;
inline constexpr int attribute_cluster_launch = 120;

// One row per function: member, name in libcuda, parameters. The names with _v2 are current; those without date from
// CUDA 3.
// clang-format off
#define SPILLWAY_DRIVER_FUNCTIONS(X)                                                                    \
    X(init, cuInit, (unsigned int))                                                                     \
    X(driver_version, cuDriverGetVersion, (int*))                                                       \
    X(device_count, cuDeviceGetCount, (int*))                                                           \
    X(device_get, cuDeviceGet, (CuDevice*, int))                                                        \
    X(device_uuid, cuDeviceGetUuid_v2, (CuUuid*, CuDevice))                                             \
    X(device_name, cuDeviceGetName, (char*, int, CuDevice))                                             \
    X(device_memory, cuDeviceTotalMem_v2, (std::size_t*, CuDevice))                                     \
    X(device_attribute, cuDeviceGetAttribute, (int*, int, CuDevice))                                    \
    X(error_name, cuGetErrorName, (CuResult, const char**))                                             \
    X(error_string, cuGetErrorString, (CuResult, const char**))                                         \
    X(context_set_flags, cuDevicePrimaryCtxSetFlags_v2, (CuDevice, unsigned int))                       \
    X(context_retain, cuDevicePrimaryCtxRetain, (CuContext*, CuDevice))                                 \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (CuDevice))                                        \
    X(context_set_current, cuCtxSetCurrent, (CuContext))                                                \
    X(context_synchronize, cuCtxSynchronize, ())                                                        \
    X(context_create, cuCtxCreate_v2, (CuContext*, unsigned int, CuDevice))                             \
    X(context_destroy, cuCtxDestroy_v2, (CuContext))                                                    \
    X(context_get_current, cuCtxGetCurrent, (CuContext*))                                               \
    X(context_set_limit, cuCtxSetLimit, (int, std::size_t))                                             \
    X(context_get_limit, cuCtxGetLimit, (std::size_t*, int))                                            \
    X(memory_info, cuMemGetInfo_v2, (std::size_t*, std::size_t*))                                       \
    X(memory_alloc, cuMemAlloc_v2, (CuPointer*, std::size_t))                                           \
    X(memory_free, cuMemFree_v2, (CuPointer))                                                           \
    X(host_alloc, cuMemHostAlloc, (void**, std::size_t, unsigned int))                                  \
    X(host_free, cuMemFreeHost, (void*))                                                                \
    X(host_device_pointer, cuMemHostGetDevicePointer_v2, (CuPointer*, void*, unsigned int))             \
    X(copy_to_device, cuMemcpyHtoDAsync_v2, (CuPointer, const void*, std::size_t, CuStream))            \
    X(copy_to_host, cuMemcpyDtoHAsync_v2, (void*, CuPointer, std::size_t, CuStream))                    \
    X(copy, cuMemcpyAsync, (CuPointer, CuPointer, std::size_t, CuStream))                                \
    X(copy_between, cuMemcpyPeer, (CuPointer, CuContext, CuPointer, CuContext, std::size_t))              \
    X(copy_2d, cuMemcpy2DAsync_v2, (const CuCopy2d*, CuStream))                                           \
    X(memset_words, cuMemsetD32Async, (CuPointer, unsigned int, std::size_t, CuStream))                 \
    X(array_create, cuArrayCreate_v2, (CuArray*, const CuArrayShape*))                                  \
    X(array_destroy, cuArrayDestroy, (CuArray))                                                         \
    X(texture_create, cuTexObjectCreate, (CuTexture*, const CuResource*, const CuTextureShape*, const void*)) \
    X(texture_destroy, cuTexObjectDestroy, (CuTexture))                                                 \
    X(module_load, cuModuleLoadData, (CuModule*, const void*))                                          \
    X(module_unload, cuModuleUnload, (CuModule))                                                        \
    X(module_function, cuModuleGetFunction, (CuFunction*, CuModule, const char*))                       \
    X(module_global, cuModuleGetGlobal_v2, (CuPointer*, std::size_t*, CuModule, const char*))           \
    X(function_get, cuFuncGetAttribute, (int*, int, CuFunction))                                        \
    X(function_set, cuFuncSetAttribute, (CuFunction, int, int))                                         \
    X(launch, cuLaunchKernel, (CuFunction, unsigned int, unsigned int, unsigned int, unsigned int,      \
                               unsigned int, unsigned int, unsigned int, CuStream, void**, void**))     \
    X(stream_create, cuStreamCreate, (CuStream*, unsigned int))                                         \
    X(stream_synchronize, cuStreamSynchronize, (CuStream))                                              \
    X(stream_destroy, cuStreamDestroy_v2, (CuStream))                                                   \
    X(event_create, cuEventCreate, (CuEvent*, unsigned int))                                            \
    X(event_record, cuEventRecord, (CuEvent, CuStream))                                                 \
    X(event_synchronize, cuEventSynchronize, (CuEvent))                                                 \
    X(event_query, cuEventQuery, (CuEvent))                                                             \
    X(event_elapsed, cuEventElapsedTime, (float*, CuEvent, CuEvent))                                    \
    X(event_destroy, cuEventDestroy_v2, (CuEvent))

// Functions that older drivers lack; few launches need them.
#define SPILLWAY_NEWER_DRIVER_FUNCTIONS(X)                                                              \
    X(launch_extended, cuLaunchKernelEx, (const CuLaunchConfig*, CuFunction, void**, void**))           \
    X(active_clusters, cuOccupancyMaxActiveClusters, (int*, CuFunction, const CuLaunchConfig*))         \
    X(reset_persisting_l2, cuCtxResetPersistingL2Cache, ())
// clang-format on

/// Result of a failed driver call.
struct CuError {
    CuResult code = 0;
    const char* call = "";  ///< name in libcuda
};

/// Loaded library. Each member is a driver function; null if the library lacks it.
struct DriverApi {
#define SPILLWAY_DECLARE(member, name, parameters) CuResult(*member) parameters = nullptr;
    SPILLWAY_DRIVER_FUNCTIONS(SPILLWAY_DECLARE)
    SPILLWAY_NEWER_DRIVER_FUNCTIONS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE

    std::string missing;  ///< names of missing functions, without the newer ones

    /// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)": name and text from the driver.
    [[nodiscard]] std::string describe(CuResult status) const;
    /// Adds the name of the call and the advice.
    [[nodiscard]] model::Error error(const CuError& error, const std::string& advice = "") const;
};

/// Functions of a library opened with dlopen().
[[nodiscard]] DriverApi bind_driver(void* library);

/// Loads the library; null if there is none. Never unloads it.
[[nodiscard]] void* open_driver();
/// Functions of the machine's driver; all null if there is none.
[[nodiscard]] DriverApi load_driver();

/// File to load: SPILLWAY_LIBCUDA or libcuda.so.1; "none" disables the driver.
[[nodiscard]] std::string driver_file();

}  // namespace spillway::gpu
