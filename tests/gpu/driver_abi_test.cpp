// Our declarations of the driver's interface against NVIDIA's header, where it is installed.

#include <gtest/gtest.h>

#include "app/gpu/driver_api.h"

#if __has_include(<cuda.h>)
#include <cuda.h>

namespace spillway::gpu {
namespace {

#define TEXT_OF(x) #x
#define NAME_TODAY(x) TEXT_OF(x)

static_assert(sizeof(CuPointer) == sizeof(CUdeviceptr) && sizeof(CuDevice) == sizeof(CUdevice));
static_assert(sizeof(CuResult) == sizeof(CUresult) && sizeof(CuModule) == sizeof(CUmodule));
static_assert(context_blocking_sync == CU_CTX_SCHED_BLOCKING_SYNC);
static_assert(context_keep_local_memory == CU_CTX_LMEM_RESIZE_TO_MAX);
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING);
static_assert(host_memory_mapped == CU_MEMHOSTALLOC_DEVICEMAP);
static_assert(limit_stack_bytes == CU_LIMIT_STACK_SIZE);
static_assert(function_max_threads_per_block == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(function_local_bytes == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
static_assert(function_registers == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(function_max_dynamic_shared_bytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(function_shared_carveout == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
static_assert(carveout_max_l1 == CU_SHAREDMEM_CARVEOUT_MAX_L1);
static_assert(carveout_max_shared == CU_SHAREDMEM_CARVEOUT_MAX_SHARED);
static_assert(not_ready == CUDA_ERROR_NOT_READY);

static_assert(context_spin == CU_CTX_SCHED_SPIN && out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(sizeof(CuArrayShape) == sizeof(CUDA_ARRAY_DESCRIPTOR) && sizeof(CuCopy2d) == sizeof(CUDA_MEMCPY2D));
static_assert(offsetof(CuArrayShape, format) == offsetof(CUDA_ARRAY_DESCRIPTOR, Format));
static_assert(offsetof(CuCopy2d, to_array) == offsetof(CUDA_MEMCPY2D, dstArray));
static_assert(offsetof(CuCopy2d, width_bytes) == offsetof(CUDA_MEMCPY2D, WidthInBytes));
static_assert(sizeof(CuResource) == sizeof(CUDA_RESOURCE_DESC) && sizeof(CuTextureShape) == sizeof(CUDA_TEXTURE_DESC));
static_assert(offsetof(CuResource, of) == offsetof(CUDA_RESOURCE_DESC, res));
static_assert(offsetof(CuResource, flags) == offsetof(CUDA_RESOURCE_DESC, flags));
static_assert(offsetof(CuTextureShape, filter) == offsetof(CUDA_TEXTURE_DESC, filterMode));
static_assert(offsetof(CuTextureShape, border) == offsetof(CUDA_TEXTURE_DESC, borderColor));
static_assert(memory_type_device == CU_MEMORYTYPE_DEVICE && memory_type_array == CU_MEMORYTYPE_ARRAY);
static_assert(resource_array == CU_RESOURCE_TYPE_ARRAY && resource_linear == CU_RESOURCE_TYPE_LINEAR);
static_assert(edge_wrap == CU_TR_ADDRESS_MODE_WRAP && edge_clamp == CU_TR_ADDRESS_MODE_CLAMP);
static_assert(edge_border == CU_TR_ADDRESS_MODE_BORDER);
static_assert(filter_point == CU_TR_FILTER_MODE_POINT && filter_linear == CU_TR_FILTER_MODE_LINEAR);
static_assert(texture_read_as_integer == CU_TRSF_READ_AS_INTEGER);
static_assert(texture_normalised == CU_TRSF_NORMALIZED_COORDINATES);
static_assert(attribute_max_texture_1d == CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH);

static_assert(limit_persisting_l2_bytes == CU_LIMIT_PERSISTING_L2_CACHE_SIZE);
static_assert(function_any_cluster_size == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
static_assert(launch_access_window == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW);
static_assert(launch_cluster == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
static_assert(access_streaming == CU_ACCESS_PROPERTY_STREAMING && access_persisting == CU_ACCESS_PROPERTY_PERSISTING);
static_assert(attribute_max_persisting_l2_bytes == CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE);
static_assert(attribute_max_access_window_bytes == CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE);
static_assert(attribute_cluster_launch == CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
static_assert(sizeof(CuLaunchConfig) == sizeof(CUlaunchConfig) &&
              sizeof(CuLaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(CuLaunchConfig, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(CuLaunchConfig, attributes) == offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(CuLaunchAttribute, value) == offsetof(CUlaunchAttribute, value));
static_assert(offsetof(CuLaunchAttribute, value.window.hit_ratio) ==
              offsetof(CUlaunchAttribute, value) + offsetof(CUaccessPolicyWindow, hitRatio));
static_assert(offsetof(CuLaunchAttribute, value.window.miss_property) ==
              offsetof(CUlaunchAttribute, value) + offsetof(CUaccessPolicyWindow, missProp));

/// Same number of parameters of the same sizes: what a call through a pointer depends on.
template <typename... Ours, typename... Theirs>
constexpr bool is_same_shape(CuResult (*)(Ours...), CUresult (*)(Theirs...))
{
    if constexpr (sizeof...(Ours) != sizeof...(Theirs)) {
        return false;
    } else {
        return ((sizeof(Ours) == sizeof(Theirs) && std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>)&&...);
    }
}

TEST(DriverAbi, NamesAreThoseOfTheHeader)
{
    // cuda.h maps a plain name to the version that programs built today call.
    const auto expect_name = [](const std::string& ours, const std::string& today) {
        // These have newer versions with the same parameters; older drivers have the plain ones only.
        if (ours == "cuEventElapsedTime") return;
        EXPECT_EQ(ours, today);
    };
    expect_name("cuDevicePrimaryCtxSetFlags_v2", NAME_TODAY(cuDevicePrimaryCtxSetFlags));
    expect_name("cuDevicePrimaryCtxRetain", NAME_TODAY(cuDevicePrimaryCtxRetain));
    expect_name("cuDevicePrimaryCtxRelease_v2", NAME_TODAY(cuDevicePrimaryCtxRelease));
    expect_name("cuCtxSetCurrent", NAME_TODAY(cuCtxSetCurrent));
    expect_name("cuDeviceGetUuid_v2", NAME_TODAY(cuDeviceGetUuid));
    expect_name("cuDeviceTotalMem_v2", NAME_TODAY(cuDeviceTotalMem));
    expect_name("cuCtxDestroy_v2", NAME_TODAY(cuCtxDestroy));
    expect_name("cuMemcpyAsync", NAME_TODAY(cuMemcpyAsync));
    expect_name("cuMemcpyPeer", NAME_TODAY(cuMemcpyPeer));
    expect_name("cuMemcpy2DAsync_v2", NAME_TODAY(cuMemcpy2DAsync));
    expect_name("cuArrayCreate_v2", NAME_TODAY(cuArrayCreate));
    expect_name("cuTexObjectCreate", NAME_TODAY(cuTexObjectCreate));
    expect_name("cuCtxSynchronize", NAME_TODAY(cuCtxSynchronize));
    expect_name("cuCtxSetLimit", NAME_TODAY(cuCtxSetLimit));
    expect_name("cuCtxGetLimit", NAME_TODAY(cuCtxGetLimit));
    expect_name("cuMemGetInfo_v2", NAME_TODAY(cuMemGetInfo));
    expect_name("cuMemAlloc_v2", NAME_TODAY(cuMemAlloc));
    expect_name("cuMemFree_v2", NAME_TODAY(cuMemFree));
    expect_name("cuMemHostAlloc", NAME_TODAY(cuMemHostAlloc));
    expect_name("cuMemFreeHost", NAME_TODAY(cuMemFreeHost));
    expect_name("cuMemHostGetDevicePointer_v2", NAME_TODAY(cuMemHostGetDevicePointer));
    expect_name("cuMemcpyHtoDAsync_v2", NAME_TODAY(cuMemcpyHtoDAsync));
    expect_name("cuMemcpyDtoHAsync_v2", NAME_TODAY(cuMemcpyDtoHAsync));
    expect_name("cuMemsetD32Async", NAME_TODAY(cuMemsetD32Async));
    expect_name("cuModuleLoadData", NAME_TODAY(cuModuleLoadData));
    expect_name("cuModuleUnload", NAME_TODAY(cuModuleUnload));
    expect_name("cuModuleGetFunction", NAME_TODAY(cuModuleGetFunction));
    expect_name("cuModuleGetGlobal_v2", NAME_TODAY(cuModuleGetGlobal));
    expect_name("cuFuncGetAttribute", NAME_TODAY(cuFuncGetAttribute));
    expect_name("cuFuncSetAttribute", NAME_TODAY(cuFuncSetAttribute));
    expect_name("cuLaunchKernel", NAME_TODAY(cuLaunchKernel));
    expect_name("cuLaunchKernelEx", NAME_TODAY(cuLaunchKernelEx));
    expect_name("cuStreamCreate", NAME_TODAY(cuStreamCreate));
    expect_name("cuStreamSynchronize", NAME_TODAY(cuStreamSynchronize));
    expect_name("cuStreamDestroy_v2", NAME_TODAY(cuStreamDestroy));
    expect_name("cuEventCreate", NAME_TODAY(cuEventCreate));
    expect_name("cuEventRecord", NAME_TODAY(cuEventRecord));
    expect_name("cuEventSynchronize", NAME_TODAY(cuEventSynchronize));
    expect_name("cuEventQuery", NAME_TODAY(cuEventQuery));
    expect_name("cuEventElapsedTime", NAME_TODAY(cuEventElapsedTime));
    expect_name("cuEventDestroy_v2", NAME_TODAY(cuEventDestroy));
}

// Ours name the versions themselves; the header declares them under the plain name.
#undef cuEventElapsedTime
#define EXPECT_SHAPE(member, function)                                                                     \
    static_assert(is_same_shape(decltype(DriverApi::member){}, static_cast<decltype(&function)>(nullptr)), \
                  "parameters of " #function)
EXPECT_SHAPE(init, cuInit);
EXPECT_SHAPE(driver_version, cuDriverGetVersion);
EXPECT_SHAPE(device_count, cuDeviceGetCount);
EXPECT_SHAPE(device_get, cuDeviceGet);
EXPECT_SHAPE(device_name, cuDeviceGetName);
EXPECT_SHAPE(device_attribute, cuDeviceGetAttribute);
EXPECT_SHAPE(error_name, cuGetErrorName);
EXPECT_SHAPE(error_string, cuGetErrorString);
EXPECT_SHAPE(context_set_flags, cuDevicePrimaryCtxSetFlags);
EXPECT_SHAPE(context_retain, cuDevicePrimaryCtxRetain);
EXPECT_SHAPE(context_release, cuDevicePrimaryCtxRelease);
EXPECT_SHAPE(context_set_current, cuCtxSetCurrent);
EXPECT_SHAPE(context_synchronize, cuCtxSynchronize);
EXPECT_SHAPE(device_uuid, cuDeviceGetUuid);
EXPECT_SHAPE(device_memory, cuDeviceTotalMem);
EXPECT_SHAPE(context_get_current, cuCtxGetCurrent);
EXPECT_SHAPE(context_destroy, cuCtxDestroy);
EXPECT_SHAPE(copy, cuMemcpyAsync);
EXPECT_SHAPE(copy_between, cuMemcpyPeer);
EXPECT_SHAPE(copy_2d, cuMemcpy2DAsync);
EXPECT_SHAPE(array_create, cuArrayCreate);
EXPECT_SHAPE(array_destroy, cuArrayDestroy);
EXPECT_SHAPE(texture_create, cuTexObjectCreate);
EXPECT_SHAPE(texture_destroy, cuTexObjectDestroy);
EXPECT_SHAPE(context_set_limit, cuCtxSetLimit);
EXPECT_SHAPE(context_get_limit, cuCtxGetLimit);
EXPECT_SHAPE(memory_info, cuMemGetInfo);
EXPECT_SHAPE(memory_alloc, cuMemAlloc);
EXPECT_SHAPE(memory_free, cuMemFree);
EXPECT_SHAPE(host_alloc, cuMemHostAlloc);
EXPECT_SHAPE(host_free, cuMemFreeHost);
EXPECT_SHAPE(host_device_pointer, cuMemHostGetDevicePointer);
EXPECT_SHAPE(copy_to_device, cuMemcpyHtoDAsync);
EXPECT_SHAPE(copy_to_host, cuMemcpyDtoHAsync);
EXPECT_SHAPE(memset_words, cuMemsetD32Async);
EXPECT_SHAPE(module_load, cuModuleLoadData);
EXPECT_SHAPE(module_unload, cuModuleUnload);
EXPECT_SHAPE(module_function, cuModuleGetFunction);
EXPECT_SHAPE(module_global, cuModuleGetGlobal);
EXPECT_SHAPE(function_get, cuFuncGetAttribute);
EXPECT_SHAPE(function_set, cuFuncSetAttribute);
EXPECT_SHAPE(launch, cuLaunchKernel);
EXPECT_SHAPE(launch_extended, cuLaunchKernelEx);
EXPECT_SHAPE(active_clusters, cuOccupancyMaxActiveClusters);
EXPECT_SHAPE(reset_persisting_l2, cuCtxResetPersistingL2Cache);
EXPECT_SHAPE(stream_create, cuStreamCreate);
EXPECT_SHAPE(stream_synchronize, cuStreamSynchronize);
EXPECT_SHAPE(stream_destroy, cuStreamDestroy);
EXPECT_SHAPE(event_create, cuEventCreate);
EXPECT_SHAPE(event_record, cuEventRecord);
EXPECT_SHAPE(event_synchronize, cuEventSynchronize);
EXPECT_SHAPE(event_query, cuEventQuery);
EXPECT_SHAPE(event_destroy, cuEventDestroy);

}  // namespace
}  // namespace spillway::gpu

#endif
