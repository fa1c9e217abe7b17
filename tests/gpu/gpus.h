#pragma once

// GPUs of the tests' own, from NVIDIA's published figures.

#include <vector>

#include "app/model/gpu.h"

namespace spillway::gpu {

inline model::Gpu make_gpu(const char* name, int major, int minor, int threads_per_sm, std::int64_t shared_per_sm_kib,
                           std::int64_t optin_kib, std::int64_t reserved)
{
    model::Gpu gpu;
    gpu.name = name;
    gpu.label = std::string("NVIDIA ") + name;
    gpu.compute_major = major;
    gpu.compute_minor = minor;
    gpu.sm_count = 10;
    gpu.max_threads_per_block = 1024;
    gpu.max_threads_per_sm = threads_per_sm;
    gpu.max_blocks_per_sm = 16;
    gpu.max_registers_per_thread = 255;
    gpu.registers_per_block = 65536;
    gpu.registers_per_sm = 65536;
    gpu.shared_bytes_per_block = 48 << 10;
    gpu.shared_bytes_per_block_optin = optin_kib << 10;
    gpu.shared_bytes_per_sm = shared_per_sm_kib << 10;
    gpu.reserved_shared_bytes_per_block = reserved;
    return gpu;
}

inline const std::vector<model::Gpu>& test_gpus()
{
    static const std::vector<model::Gpu> gpus = {
        make_gpu("Tesla K40", 3, 5, 2048, 48, 48, 0),    make_gpu("Tesla T4", 7, 5, 1024, 64, 64, 0),
        make_gpu("A100", 8, 0, 2048, 164, 163, 1024),    make_gpu("RTX 3090", 8, 6, 1536, 100, 99, 1024),
        make_gpu("RTX 4090", 8, 9, 1536, 100, 99, 1024), make_gpu("H200", 9, 0, 2048, 228, 227, 1024),
        make_gpu("B200", 10, 0, 2048, 228, 227, 1024),   make_gpu("RTX 5090", 12, 0, 1536, 100, 99, 1024),
    };
    return gpus;
}

inline const model::Gpu& test_gpu(const std::string& name)
{
    for (const auto& gpu : test_gpus()) {
        if (gpu.name == name) return gpu;
    }
    return test_gpus().front();
}

}  // namespace spillway::gpu
