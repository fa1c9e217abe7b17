// What the picture of an SM shows, from a result and the GPU's figures.

#include <algorithm>
#include <vector>

#include "app/teaching/sm_scene.h"

namespace spillway::teaching {
namespace {

bool names(const std::vector<std::string>& limiter, const char* resource)
{
    return std::find(limiter.begin(), limiter.end(), resource) != limiter.end();
}

std::int64_t whole_number(const model::Values& values, const char* name)
{
    const auto found = values.find(name);
    if (found == values.end()) return 0;
    const auto* number = std::get_if<std::int64_t>(&found->second);
    return number ? *number : 0;
}

/// Sizes that shared memory can have, smallest first (the same guide's table of carve-outs).
std::vector<int> carve_outs_kib(const model::Gpu& gpu)
{
    const int capability = gpu.compute_major * 10 + gpu.compute_minor;
    switch (capability) {
        case 75:
            return {32, 64};
        case 80:
            return {0, 8, 16, 32, 64, 100, 132, 164};
        case 86:
        case 89:
        case 120:
            return {0, 8, 16, 32, 64, 100};
        case 90:
        case 100:
        case 103:
            return {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
        default:
            return {};
    }
}

/// The calculator says how many blocks shared memory holds under the carve-out. Where that is fewer than
/// the most it could have would hold, the smallest size that holds them is what the carve-out left.
std::int64_t carved_bytes(const SmFacts& facts, const model::Occupancy& occupancy, const model::Gpu& gpu)
{
    const bool tells_nothing = occupancy.limit_shared >= facts.block_slots;  // other limits come first
    if (facts.shared_per_block <= 0 || tells_nothing || facts.shared / facts.shared_per_block <= occupancy.limit_shared)
        return facts.shared;
    for (const int kib : carve_outs_kib(gpu))
        if (std::int64_t{kib} * 1024 / facts.shared_per_block >= occupancy.limit_shared)
            return std::int64_t{kib} * 1024;
    return facts.shared;
}

}  // namespace

std::int64_t unified_data_cache_bytes(const model::Gpu& gpu)
{
    switch (gpu.compute_major * 10 + gpu.compute_minor) {
        case 75:
            return 96 * 1024;
        case 80:
        case 87:
            return 192 * 1024;
        case 86:
        case 89:
        case 120:
            return 128 * 1024;
        case 90:
        case 100:
        case 103:
            return 256 * 1024;
        default:
            return 0;
    }
}

SmFacts sm_facts(const model::RunResult* result, const model::Gpu& gpu)
{
    SmFacts facts;
    facts.registers = gpu.registers_per_sm;
    facts.shared = facts.shared_carved = gpu.shared_bytes_per_sm;
    facts.data_cache = unified_data_cache_bytes(gpu);
    facts.warps = gpu.max_warps_per_sm();
    facts.block_slots = gpu.max_blocks_per_sm;
    facts.reserved_per_block = gpu.reserved_shared_bytes_per_block;
    if (result == nullptr) return facts;
    const auto threads = static_cast<int>(whole_number(result->parameters, "block_size"));
    facts.warps_per_block = (threads + gpu.warp_size - 1) / gpu.warp_size;
    facts.shared_per_block = result->dynamic_shared_bytes;
    if (result->compile) {
        facts.shared_per_block += result->compile->static_shared_bytes;
        facts.registers_per_thread = result->compile->registers.value_or(0);
    }
    if (!result->occupancy) {
        facts.limited_by_shared = facts.shared_per_block > gpu.shared_bytes_per_block_optin;
        return facts;
    }
    const model::Occupancy& occupancy = *result->occupancy;
    facts.known = true;
    facts.blocks = occupancy.blocks_per_sm;
    if (facts.blocks > 0) facts.warps_per_block = occupancy.warps_per_sm / facts.blocks;
    facts.registers_per_block = occupancy.allocated_registers_per_block;
    facts.shared_per_block = occupancy.allocated_shared_bytes_per_block;
    facts.limited_by_registers = names(occupancy.limiter, "registers");
    facts.limited_by_shared = names(occupancy.limiter, "shared_memory");
    facts.limited_by_warps = names(occupancy.limiter, "warps");
    facts.limited_by_blocks = names(occupancy.limiter, "blocks");
    facts.full = facts.blocks > 0 && occupancy.warps_per_sm >= facts.warps;
    facts.shared_carved = carved_bytes(facts, occupancy, gpu);
    return facts;
}

}  // namespace spillway::teaching
