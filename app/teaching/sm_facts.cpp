#include "app/teaching/sm_facts.h"

#include <algorithm>
#include <vector>

#include "app/teaching/advice.h"

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

/// First GPU of the table with this compute capability that has splits of the SM's data cache; null if there is none.
const model::Gpu* of_the_same_architecture(const model::Gpu& gpu, std::span<const model::Gpu> table)
{
    const auto found = std::find_if(table.begin(), table.end(), [&](const model::Gpu& known) {
        return known.arch() == gpu.arch() && !known.shared_splits_bytes.empty();
    });
    return found == table.end() ? nullptr : &*found;
}

/// Shared memory under the carve-out, from the number of blocks that the calculator finds for it. If the SM's maximum
/// holds more blocks than that, the carve-out is the smallest split that holds the calculator's number.
std::int64_t carved_bytes(const SmFacts& facts, const model::Occupancy& occupancy,
                          std::span<const std::int64_t> splits_bytes)
{
    const bool tells_nothing = occupancy.limit_shared >= facts.block_slots;  // other limits apply first
    if (facts.shared_per_block <= 0 || tells_nothing || facts.shared / facts.shared_per_block <= occupancy.limit_shared)
        return facts.shared;
    const auto holds_them = [&](std::int64_t bytes) {
        return bytes / facts.shared_per_block >= occupancy.limit_shared;
    };
    const auto smallest = std::find_if(splits_bytes.begin(), splits_bytes.end(), holds_them);
    return smallest == splits_bytes.end() ? facts.shared : *smallest;
}

/// A launch gives every SM one block before any gets a second.
int blocks_of_one_sm(int resident, int sm_count, std::optional<std::int64_t> launched)
{
    if (!launched || sm_count <= 0) return resident;
    return static_cast<int>(std::min<std::int64_t>(resident, (*launched + sm_count - 1) / sm_count));
}

}  // namespace

SmFacts sm_facts(const model::RunResult* result, const model::Gpu& gpu, std::span<const model::Gpu> table,
                 std::optional<std::int64_t> launched_blocks)
{
    const model::Gpu* known = of_the_same_architecture(gpu, table);
    SmFacts facts;
    facts.registers = gpu.registers_per_sm;
    facts.shared = facts.shared_carved = gpu.shared_bytes_per_sm;
    if (known != nullptr)
        facts.data_cache = known->data_cache_bytes;
    else
        facts.why_no_split = "How " + gpu.arch() +
                             " divides L1 and shared memory is unknown, so the L1 is not drawn: no GPU in "
                             "assets/gpus.json has this compute capability.";
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
    facts.launched = blocks_of_one_sm(facts.blocks, gpu.sm_count, launched_blocks);
    if (facts.blocks > 0) facts.warps_per_block = occupancy.warps_per_sm / facts.blocks;
    facts.registers_per_block = occupancy.allocated_registers_per_block;
    facts.shared_per_block = occupancy.allocated_shared_bytes_per_block;
    facts.limited_by_registers = names(occupancy.limiter, "registers");
    facts.limited_by_shared = names(occupancy.limiter, "shared_memory");
    facts.limited_by_warps = names(occupancy.limiter, "warps");
    facts.limited_by_blocks = names(occupancy.limiter, "blocks");
    facts.full = facts.blocks > 0 && occupancy.warps_per_sm >= facts.warps;
    if (known != nullptr) facts.shared_carved = carved_bytes(facts, occupancy, known->shared_splits_bytes);
    return facts;
}

std::string blocks_words(const SmFacts& facts)
{
    std::string words = counted(facts.launched, "block") + " of " + counted(facts.warps_per_block, "warp");
    return facts.launched < facts.blocks ? words + ", " + grouped(facts.blocks) + " would fit" : words;
}

}  // namespace spillway::teaching
