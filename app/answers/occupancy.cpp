#include "app/answers/occupancy.h"

#include <algorithm>
#include <climits>
#include <string>

#include "app/model/grouped.h"

#if SPILLWAY_HAS_CUDA_OCCUPANCY
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#endif

namespace spillway::answers {
namespace {

std::string number_text(std::int64_t number)
{
    return model::grouped(std::to_string(number));
}

#if SPILLWAY_HAS_CUDA_OCCUPANCY

cudaOccDeviceProp device_properties(const model::Gpu& gpu)
{
    cudaOccDeviceProp properties;
    properties.computeMajor = gpu.compute_major;
    properties.computeMinor = gpu.compute_minor;
    properties.maxThreadsPerBlock = gpu.max_threads_per_block;
    properties.maxThreadsPerMultiprocessor = gpu.max_threads_per_sm;
    properties.regsPerBlock = gpu.registers_per_block;
    properties.regsPerMultiprocessor = gpu.registers_per_sm;
    properties.warpSize = gpu.warp_size;
    properties.sharedMemPerBlock = static_cast<size_t>(gpu.shared_bytes_per_block);
    properties.sharedMemPerMultiprocessor = static_cast<size_t>(gpu.shared_bytes_per_sm);
    properties.numSms = gpu.sm_count;
    properties.sharedMemPerBlockOptin = static_cast<size_t>(gpu.shared_bytes_per_block_optin);
    properties.reservedSharedMemPerBlock = static_cast<size_t>(gpu.reserved_shared_bytes_per_block);
    return properties;
}

cudaOccFuncAttributes function_attributes(const model::BlockNeeds& needs)
{
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = INT_MAX;
    attributes.numRegs = needs.registers;
    attributes.sharedSizeBytes = static_cast<size_t>(needs.static_shared_bytes);
    attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
    // Same as the launch: the kernel opts in to exactly its dynamic shared memory.
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.maxDynamicSharedSizeBytes = static_cast<size_t>(needs.dynamic_shared_bytes);
    attributes.numBlockBarriers = needs.barriers;
    return attributes;
}

cudaOccDeviceState device_state(model::Carveout carveout)
{
    cudaOccDeviceState state;  // carveoutConfig applies from Volta on, cacheConfig before
    if (carveout == model::Carveout::max_l1) {
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_L1;
        state.cacheConfig = CACHE_PREFER_L1;
    } else if (carveout == model::Carveout::max_shared) {
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
        state.cacheConfig = CACHE_PREFER_SHARED;
    }
    return state;
}

std::vector<std::string> limiters(unsigned int factors)
{
    std::vector<std::string> names;
    if (factors & OCC_LIMIT_REGISTERS) names.emplace_back("registers");
    if (factors & OCC_LIMIT_SHARED_MEMORY) names.emplace_back("shared_memory");
    if (factors & OCC_LIMIT_WARPS) names.emplace_back("warps");
    if (factors & OCC_LIMIT_BLOCKS) names.emplace_back("blocks");
    if (factors & OCC_LIMIT_BARRIERS) names.emplace_back("barriers");
    return names;
}

std::optional<model::Error> check_input(const model::BlockNeeds& needs)
{
    // The calculator multiplies in int: refuse inputs that could overflow.
    constexpr std::int64_t max_shared = std::int64_t{1} << 30;
    const bool fits = needs.threads >= 1 && needs.threads <= 65536 && needs.registers >= 0 && needs.registers <= 4096 &&
                      needs.barriers >= 0 && needs.barriers <= 1024 && needs.static_shared_bytes >= 0 &&
                      needs.static_shared_bytes <= max_shared && needs.dynamic_shared_bytes >= 0 &&
                      needs.dynamic_shared_bytes <= max_shared;
    if (fits) return std::nullopt;
    return model::Error{"a block of " + number_text(needs.threads) + " threads with " + number_text(needs.registers) +
                            " registers each and " + number_text(needs.static_shared_bytes) + " + " +
                            number_text(needs.dynamic_shared_bytes) + " bytes of shared memory is not a valid block",
                        "occupancy", ""};
}

/// One evaluation of NVIDIA's calculator.
model::Expected<cudaOccResult> calculate(const model::Gpu& gpu, const model::BlockNeeds& needs)
{
    if (auto error = check_input(needs)) return *error;
    const auto properties = device_properties(gpu);
    const auto attributes = function_attributes(needs);
    const auto state = device_state(needs.carveout);
    cudaOccResult result{};
    const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                                       static_cast<int>(needs.threads),
                                                                       static_cast<size_t>(needs.dynamic_shared_bytes));
    if (error == CUDA_OCC_SUCCESS) return result;
    const std::string name = gpu.label.empty() ? gpu.name : gpu.label;
    if (error == CUDA_OCC_ERROR_UNKNOWN_DEVICE) {
        return model::Error{"NVIDIA's occupancy calculator does not know " + name + " (" + gpu.arch() + ")",
                            "occupancy", "build Spillway with the headers of a newer CUDA toolkit"};
    }
    return model::Error{"the figures of " + name + " are not complete enough for the occupancy calculator", "occupancy",
                        "correct its entry in assets/gpus.json"};
}

int warps_per_block(const model::Gpu& gpu, std::int64_t threads)
{
    return static_cast<int>((threads + gpu.warp_size - 1) / gpu.warp_size);
}

std::optional<model::OccupancyPoint> point(const model::Gpu& gpu, const model::BlockNeeds& needs, std::int64_t x)
{
    const auto result = calculate(gpu, needs);
    if (!result) return std::nullopt;
    const int blocks = result->activeBlocksPerMultiprocessor;
    return model::OccupancyPoint{x, blocks, blocks * warps_per_block(gpu, needs.threads)};
}

/// Points of the shared memory curve in bytes: each KiB, and both sides of each step.
std::vector<std::int64_t> shared_positions(const model::Gpu& gpu, model::BlockNeeds needs, std::int64_t max)
{
    constexpr std::int64_t granularity = 128;  // of the allocation; 256 before Ampere, which is a multiple
    std::vector<std::int64_t> positions;
    for (std::int64_t x = 0; x <= max; x += 1024) positions.push_back(x);
    positions.push_back(max);
    int before = -1;
    for (std::int64_t x = 0; x <= max; x += granularity) {
        needs.dynamic_shared_bytes = x;
        const auto here = point(gpu, needs, x);
        if (!here) break;
        if (before >= 0 && here->blocks_per_sm != before) {
            positions.push_back(x - granularity);
            positions.push_back(x - granularity + 1);
        }
        before = here->blocks_per_sm;
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return positions;
}

#endif  // SPILLWAY_HAS_CUDA_OCCUPANCY

#if !SPILLWAY_HAS_CUDA_OCCUPANCY
model::Error no_calculator()
{
    return {"this build has no occupancy calculator: cuda_occupancy.h was not found when it was built", "occupancy",
            "install the CUDA toolkit or the Python package nvidia-cuda-runtime, and build again"};
}
#endif

/// "65,536 (64 KiB)" and "65,537".
std::string bytes_text(std::int64_t bytes)
{
    const std::string digits = model::grouped(std::to_string(bytes));
    return bytes >= 1024 && bytes % 1024 == 0 ? digits + " (" + std::to_string(bytes / 1024) + " KiB)" : digits;
}

}  // namespace

#if SPILLWAY_HAS_CUDA_OCCUPANCY

bool has_calculator()
{
    return true;
}

model::Expected<model::Occupancy> occupancy(const model::Gpu& gpu, const model::BlockNeeds& needs)
{
    const auto result = calculate(gpu, needs);
    if (!result) return result.error();
    // INT_MAX means "not used". Other values stay, even above the block limit.
    const auto limit_of = [&](int blocks) { return blocks == INT_MAX ? result->blockLimitBlocks : blocks; };

    model::Occupancy occupancy;
    occupancy.blocks_per_sm = result->activeBlocksPerMultiprocessor;
    occupancy.warps_per_sm = occupancy.blocks_per_sm * warps_per_block(gpu, needs.threads);
    occupancy.theoretical = static_cast<double>(occupancy.warps_per_sm) / gpu.max_warps_per_sm();
    occupancy.limit_blocks = result->blockLimitBlocks;
    occupancy.limit_registers = limit_of(result->blockLimitRegs);
    occupancy.limit_shared = limit_of(result->blockLimitSharedMem);
    occupancy.limit_warps = limit_of(result->blockLimitWarps);
    occupancy.limit_barriers = limit_of(result->blockLimitBarriers);
    occupancy.limiter = limiters(result->limitingFactors);
    occupancy.allocated_registers_per_block = result->allocatedRegistersPerBlock;
    occupancy.allocated_shared_bytes_per_block = static_cast<std::int64_t>(result->allocatedSharedMemPerBlock);
    return occupancy;
}

model::Expected<model::OccupancyCurves> occupancy_curves(const model::Gpu& gpu, const model::BlockNeeds& needs)
{
    if (const auto here = calculate(gpu, needs); !here) return here.error();
    model::OccupancyCurves curves;
    const auto add = [&](std::vector<model::OccupancyPoint>& curve, const model::BlockNeeds& changed, std::int64_t x) {
        if (const auto here = point(gpu, changed, x)) curve.push_back(*here);
    };
    model::BlockNeeds changed = needs;
    for (std::int64_t threads = gpu.warp_size; threads <= gpu.max_threads_per_block; threads += gpu.warp_size) {
        changed.threads = threads;
        add(curves.over_block_size, changed, threads);
    }
    changed = needs;
    for (int registers = 1; registers <= gpu.max_registers_per_thread; ++registers) {
        changed.registers = registers;
        add(curves.over_registers, changed, registers);
    }
    changed = needs;
    changed.static_shared_bytes = 0;  // only the sum matters to the SM
    const std::int64_t max = std::max(gpu.shared_bytes_per_block, gpu.shared_bytes_per_block_optin);
    for (const std::int64_t bytes : shared_positions(gpu, changed, max)) {
        changed.dynamic_shared_bytes = bytes;
        add(curves.over_shared_bytes, changed, bytes);
    }
    return curves;
}

#else

bool has_calculator()
{
    return false;
}

model::Expected<model::Occupancy> occupancy(const model::Gpu&, const model::BlockNeeds&)
{
    return no_calculator();
}

model::Expected<model::OccupancyCurves> occupancy_curves(const model::Gpu&, const model::BlockNeeds&)
{
    return no_calculator();
}

#endif

namespace {

/// Threads of the largest smaller block with these registers and shared memory that an SM can hold: whole warps, at
/// least one.
std::int64_t largest_block(const model::Gpu& gpu, model::BlockNeeds needs)
{
    const auto warp = static_cast<std::int64_t>(gpu.warp_size);
    for (needs.threads = (needs.threads - 1) / warp * warp; needs.threads > warp; needs.threads -= warp)
        if (const auto fit = occupancy(gpu, needs); fit && fit->blocks_per_sm > 0) break;
    return std::max(needs.threads, warp);
}

}  // namespace

std::optional<model::Error> check_launch(const model::Gpu& gpu, const model::BlockNeeds& needs,
                                         const std::int64_t (&block)[3])
{
    const std::string name = gpu.label.empty() ? gpu.name : gpu.label;
    constexpr std::int64_t max_depth = 64;  // largest z extent of a block, on all compute capabilities
    if (block[0] < 1 || block[1] < 1 || block[2] < 1) {
        return model::Error{"a block needs at least one thread", "launch", "set block_size to 1 or more"};
    }
    const std::string asked_for = "a block of " + number_text(block[0]) + " x " + number_text(block[1]) + " x " +
                                  number_text(block[2]) + " threads was asked for; a block on " + name;
    if (needs.threads > gpu.max_threads_per_block)
        return model::Error{asked_for + " can have at most " + number_text(gpu.max_threads_per_block), "launch",
                            "lower block_size"};
    if (block[2] > max_depth)
        return model::Error{asked_for + " can have at most " + number_text(max_depth) + " along z", "launch",
                            "give the block fewer threads along z, and more along x or y"};
    const std::int64_t max_shared = std::max(gpu.shared_bytes_per_block, gpu.shared_bytes_per_block_optin);
    const std::int64_t shared = needs.static_shared_bytes + needs.dynamic_shared_bytes;
    if (shared > max_shared) {
        return model::Error{bytes_text(shared) + " bytes of shared memory asked for; a block on " + name +
                                " can have at most " + bytes_text(max_shared),
                            "launch",
                            "lower extra_shared_bytes, or the parameter that sets the size of the kernel's own shared "
                            "memory (radius, tile or block_size, say)"};
    }
    if (!has_calculator()) return std::nullopt;
    const auto fit = occupancy(gpu, needs);
    if (!fit || fit->blocks_per_sm > 0) return std::nullopt;
    return model::Error{
        "too many resources requested for launch: " + number_text(needs.registers) + " registers per thread times " +
            number_text(needs.threads) + " threads, " + number_text(fit->allocated_registers_per_block) +
            " registers after rounding; a block on " + name + " can have at most " +
            number_text(gpu.registers_per_block),
        "launch",
        "lower block_size to " + number_text(largest_block(gpu, needs)) + ", or set register_cap or min_blocks_per_sm"};
}

}  // namespace spillway::answers
