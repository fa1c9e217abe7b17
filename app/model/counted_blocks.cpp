#include "app/model/counted_blocks.h"

#include <algorithm>

#include "app/model/grouped.h"
#include "app/model/stack_size.h"

namespace spillway::model {

std::optional<GridCount> grid_count(const CountedBlocks& counted, std::int64_t (*of)(const InterpretedCounts&))
{
    const auto& blocks = counted.blocks;
    if (blocks.empty() || blocks.front().blocks < 1) return std::nullopt;
    const std::int64_t units = counted.grid_blocks / blocks.front().blocks;  // blocks, or clusters
    GridCount count;
    const auto known = static_cast<std::int64_t>(blocks.size());
    if (known >= units || known < 3) {
        for (const InterpretedCounts& block : blocks) count.value += static_cast<double>(of(block));
        count.value *= static_cast<double>(units) / static_cast<double>(known);
        count.is_exact = known >= units;
        return count;
    }
    double between = 0;
    for (std::size_t i = 1; i + 1 < blocks.size(); ++i) {
        between += static_cast<double>(of(blocks[i]));
        count.is_exact = count.is_exact && of(blocks[i]) == of(blocks[1]);
    }
    count.value = static_cast<double>(of(blocks.front())) + static_cast<double>(of(blocks.back())) +
                  between / static_cast<double>(known - 2) * static_cast<double>(units - 2);
    return count;
}

std::string counted_words(const CountedBlocks& counted)
{
    std::int64_t ran = 0;
    for (const InterpretedCounts& block : counted.blocks) ran += block.blocks;
    if (ran == 0) return {};
    const std::string all = grouped(std::to_string(counted.grid_blocks));
    if (ran < counted.grid_blocks)
        return "counted by running " + grouped(std::to_string(ran)) + " of " + all + " blocks here";
    return ran == 1 ? "counted by running its block here" : "counted by running all " + all + " blocks here";
}

bool is_estimate(const RunResult& result)
{
    if (!result.counted) return false;
    const auto& blocks = result.counted->blocks;
    const std::int64_t units =
        blocks.empty() ? 0 : result.counted->grid_blocks / std::max<std::int64_t>(1, blocks.front().blocks);
    if (static_cast<std::int64_t>(blocks.size()) >= units) return false;
    return !std::all_of(blocks.begin(), blocks.end(), [&](const InterpretedCounts& block) {
        return &block == &blocks.front() || &block == &blocks.back() || block == blocks[1];
    });
}

bool keeps_local_memory(const RunResult& result)
{
    if (!result.compile || !result.ptx) return false;
    const CompileReport& report = *result.compile;
    const bool spills = spill_store_bytes(report) > 0 || spill_load_bytes(report) > 0;
    return !spills && (result.ptx->local_bytes > 0 ? report.stack_frame_bytes >= result.ptx->local_bytes
                                                   : report.stack_frame_bytes == 0);
}

}  // namespace spillway::model
