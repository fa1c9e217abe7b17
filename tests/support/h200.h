#pragma once

#include "app/model/gpu.h"

namespace spillway::tests {

/// The H200 of assets/gpus.json, for tests that read no file.
inline model::Gpu h200()
{
    model::Gpu gpu;
    gpu.name = "h200";
    gpu.label = "NVIDIA H200 SXM";
    gpu.compute_major = 9;
    gpu.sm_count = 132;
    gpu.max_threads_per_block = 1024;
    gpu.max_threads_per_sm = 2048;
    gpu.max_blocks_per_sm = 32;
    gpu.max_registers_per_thread = 255;
    gpu.registers_per_block = gpu.registers_per_sm = 65536;
    gpu.shared_bytes_per_block = 48 * 1024;
    gpu.shared_bytes_per_block_optin = 227 * 1024;
    gpu.shared_bytes_per_sm = 228 * 1024;
    gpu.data_cache_bytes = 256 * 1024;
    for (const int kib : {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}) gpu.shared_splits_bytes.push_back(kib * 1024);
    gpu.reserved_shared_bytes_per_block = 1024;
    gpu.l2_bytes = 62914560;
    gpu.memory_bytes = 141'000'000'000;
    return gpu;
}

}  // namespace spillway::tests
