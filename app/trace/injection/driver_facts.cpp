#include "app/trace/injection/driver_facts.h"

#include <cuda.h>
#include <dlfcn.h>

#include <array>
#include <utility>

namespace spillway::trace::injection {
namespace {

/// Looks up a driver function. Also finds one that the program defines, as the tests do.
template <typename Function>
Function* of_driver(const char* name)
{
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void* function = library ? dlsym(library, name) : nullptr;
    if (!function) function = dlsym(RTLD_DEFAULT, name);
    return reinterpret_cast<Function*>(function);
}

constexpr std::pair<const char*, CUdevice_attribute> figures[] = {
    {"compute_major", CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR},
    {"compute_minor", CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR},
    {"sm_count", CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {"max_threads_per_block", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {"max_threads_per_sm", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    {"max_blocks_per_sm", CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    {"registers_per_block", CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
    {"registers_per_sm", CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    {"warp_size", CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    {"shared_bytes_per_block", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
    {"shared_bytes_per_block_optin", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    {"shared_bytes_per_sm", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    {"reserved_shared_bytes_per_block", CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK},
};

}  // namespace

std::optional<Line> gpu_line(std::int64_t device)
{
    auto* get_device = of_driver<CUresult(CUdevice*, int)>("cuDeviceGet");
    auto* get_name = of_driver<CUresult(char*, int, CUdevice)>("cuDeviceGetName");
    auto* get = of_driver<CUresult(int*, CUdevice_attribute, CUdevice)>("cuDeviceGetAttribute");
    CUdevice handle = 0;
    if (!get_device || !get_name || !get || get_device(&handle, static_cast<int>(device)) != CUDA_SUCCESS)
        return std::nullopt;
    std::array<char, 256> name{};
    (void)get_name(name.data(), static_cast<int>(name.size()) - 1, handle);
    Line line;
    line.key("gpu").open('{').key("device").number(device).key("label").text(name.data());
    for (const auto& [key, attribute] : figures) {
        int value = 0;
        if (get(&value, attribute, handle) != CUDA_SUCCESS) return std::nullopt;
        line.key(key).number(value);
    }
    line.close('}');
    return line;
}

int current_device()
{
    auto* get = of_driver<CUresult(CUdevice*)>("cuCtxGetDevice");
    CUdevice device = 0;
    return get && get(&device) == CUDA_SUCCESS ? device : 0;
}

void wait_for_gpu()
{
    if (auto* wait = of_driver<CUresult()>("cuCtxSynchronize")) (void)wait();
}

int driver_version()
{
    auto* get = of_driver<CUresult(int*)>("cuDriverGetVersion");
    int version = 0;
    return get && get(&version) == CUDA_SUCCESS ? version : 0;
}

bool is_capturing(void* stream)
{
    // The legacy stream cannot be captured; the driver answers for the default stream of a thread.
    if (!stream || stream == CU_STREAM_LEGACY) return false;
    static auto* const get = of_driver<CUresult(CUstream, CUstreamCaptureStatus*)>("cuStreamIsCapturing");
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return get && get(static_cast<CUstream>(stream), &status) == CUDA_SUCCESS &&
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

std::string error_name(int result)
{
    auto* get = of_driver<CUresult(CUresult, const char**)>("cuGetErrorName");
    const char* name = nullptr;
    if (get && get(static_cast<CUresult>(result), &name) == CUDA_SUCCESS && name) return name;
    return "CUDA error " + std::to_string(result);
}

}  // namespace spillway::trace::injection
