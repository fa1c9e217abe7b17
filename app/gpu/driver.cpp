#include "app/gpu/driver.h"

#include <fstream>
#include <sstream>

#include <dlfcn.h>

#include "app/gpu/driver_api.h"

namespace spillway::gpu {
namespace {

constexpr const char* driver_advice =
    "recorded results and the compiler work without it; to measure, install NVIDIA's driver and start Spillway again";

// Values of CUdevice_attribute, part of the driver's binary interface.
enum Attribute {
    max_threads_per_block = 1,
    max_shared_memory_per_block = 8,
    warp_size = 10,
    max_registers_per_block = 12,
    clock_rate_khz = 13,
    multiprocessor_count = 16,
    memory_clock_rate_khz = 36,
    global_memory_bus_width_bits = 37,
    l2_cache_size = 38,
    max_threads_per_multiprocessor = 39,
    compute_capability_major = 75,
    compute_capability_minor = 76,
    max_shared_memory_per_multiprocessor = 81,
    max_registers_per_multiprocessor = 82,
    max_shared_memory_per_block_optin = 97,
    max_blocks_per_multiprocessor = 106,
    reserved_shared_memory_per_block = 111,
};

/// Version such as "580.95.05" from the kernel module's file; empty if it is missing.
std::string kernel_module_version()
{
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        const bool is_version =
            word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos;
        if (is_version) return word;
    }
    return "";
}

std::string version_text(int cuda)
{
    const std::string supports = "CUDA " + std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10);
    const std::string module = kernel_module_version();
    return module.empty() ? supports : module + ", " + supports;
}

model::Gpu read_gpu(const DriverApi& api, CuDevice device, int index)
{
    const auto get = [&](Attribute which) {
        int value = 0;
        return api.device_attribute(&value, which, device) == 0 ? value : 0;
    };
    model::Gpu gpu;
    char name[256] = {};
    api.device_name(name, sizeof name - 1, device);
    gpu.name = index == 0 ? "live" : "live" + std::to_string(index);
    gpu.label = name;
    gpu.compute_major = get(compute_capability_major);
    gpu.compute_minor = get(compute_capability_minor);
    gpu.sm_count = get(multiprocessor_count);
    gpu.max_threads_per_block = get(max_threads_per_block);
    gpu.max_threads_per_sm = get(max_threads_per_multiprocessor);
    gpu.max_blocks_per_sm = get(max_blocks_per_multiprocessor);
    gpu.max_registers_per_thread = 255;  // for every compute capability since 3.5; the driver does not report it
    gpu.registers_per_block = get(max_registers_per_block);
    gpu.registers_per_sm = get(max_registers_per_multiprocessor);
    if (const int threads = get(warp_size); threads > 0) gpu.warp_size = threads;
    gpu.shared_bytes_per_block = get(max_shared_memory_per_block);
    gpu.shared_bytes_per_block_optin = get(max_shared_memory_per_block_optin);
    gpu.shared_bytes_per_sm = get(max_shared_memory_per_multiprocessor);
    gpu.reserved_shared_bytes_per_block = get(reserved_shared_memory_per_block);
    gpu.l2_bytes = get(l2_cache_size);
    std::size_t memory_bytes = 0;
    if (api.device_memory(&memory_bytes, device) == 0) gpu.memory_bytes = static_cast<std::int64_t>(memory_bytes);
    // Double data rate. 0 if a newer driver does not report the memory clock.
    gpu.dram_bytes_per_second = 2.0 * 1e3 * get(memory_clock_rate_khz) * get(global_memory_bus_width_bits) / 8;
    gpu.boost_clock_hz = 1e3 * get(clock_rate_khz);
    gpu.source = "the driver of this machine";
    return gpu;
}

bool can_query(const DriverApi& api)
{
    return api.init && api.driver_version && api.device_count && api.device_get && api.device_name &&
           api.device_memory && api.device_attribute && api.error_name;
}

/// Sets the GPUs, or the reason why none is usable.
void find_gpus(const DriverApi& api, DriverProbe& probe)
{
    int count = 0;
    CuResult status = api.init(0);
    if (status == 0) status = api.device_count(&count);
    if (status != 0 || count <= 0) {
        probe.trouble = {"the NVIDIA driver found no GPU (" + (status != 0 ? api.describe(status) : "0 devices") + ")",
                         "driver", "check that `nvidia-smi` lists one, and that this user may open /dev/nvidia*"};
        return;
    }
    for (int index = 0; index < count; ++index) {
        CuDevice device = 0;
        if (api.device_get(&device, index) == 0) probe.gpus.push_back(read_gpu(api, device, index));
    }
    if (probe.gpus.empty()) probe.trouble = {"the NVIDIA driver did not describe its GPU", "driver", driver_advice};
}

}  // namespace

DriverProbe probe_driver()
{
    DriverProbe probe;
    const std::string file = driver_file();
    void* library = open_driver();
    const DriverApi api = library ? bind_driver(library) : DriverApi{};
    if (!can_query(api)) {
        probe.trouble = {"no NVIDIA driver on this machine (" + file +
                             (library          ? " is not a driver)"
                              : file == "none" ? ": switched off)"
                                               : " was not found)"),
                         "driver", driver_advice};
        return probe;
    }

    probe.has_driver = true;
    Dl_info where{};
    const bool known = dladdr(reinterpret_cast<void*>(api.init), &where) != 0 && where.dli_fname;
    probe.path = known ? where.dli_fname : file;
    if (int cuda = 0; api.driver_version(&cuda) == 0) probe.version = version_text(cuda);
    find_gpus(api, probe);
    return probe;
}

}  // namespace spillway::gpu
