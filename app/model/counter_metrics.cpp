#include "app/model/counter_metrics.h"

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/model/counted_blocks.h"

namespace spillway::model {
namespace {

/// Value of the first of these counters that was recorded: GPUs differ. The lookup text is reused, because the names
/// are too long for the small-string buffer and charts look up several per result.
Number counted(const RunResult& result, std::initializer_list<std::string_view> names)
{
    if (!result.measurement.counters) return std::nullopt;
    thread_local std::string wanted;
    for (const std::string_view name : names) {
        wanted = name;
        if (const auto at = result.measurement.counters->find(wanted); at != result.measurement.counters->end())
            return at->second;
    }
    return std::nullopt;
}

/// Sum of counters; empty if one is missing.
Number sum(const RunResult& result, std::initializer_list<std::string_view> names)
{
    double total = 0;
    for (const std::string_view name : names) {
        const Number value = counted(result, {name});
        if (!value) return std::nullopt;
        total += *value;
    }
    return total;
}

/// Empty if the divisor is 0.
Number ratio(Number part, Number whole)
{
    if (!part || !whole || *whole <= 0) return std::nullopt;
    return *part / *whole;
}

/// Clamps a hit rate to 1. Counters of a launch with little traffic may be sampled at different times; a rate well
/// above 1 is invalid and gives an empty result.
Number hit_share(Number share)
{
    constexpr double tolerance = 0.02;
    if (!share || *share > 1 + tolerance) return std::nullopt;
    return *share > 1 ? 1 : *share;
}

/// Converts a percentage to 0..1.
Number fraction(Number percent)
{
    if (!percent) return std::nullopt;
    return *percent / 100;
}

constexpr const char* global_load = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* global_store = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
constexpr const char* local_load = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum";
constexpr const char* local_store = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum";

/// Estimate for the whole grid from the interpreted blocks; empty if there are hardware counters.
Number interpreted(const RunResult& result, std::int64_t (*of)(const InterpretedCounts&))
{
    if (!result.counted || result.measurement.counters) return std::nullopt;
    const auto count = grid_count(*result.counted, of);
    return count ? Number(count->value) : std::nullopt;
}

Number interpreted_local(const RunResult& result, std::int64_t (*of)(const InterpretedCounts&))
{
    return keeps_local_memory(result) ? interpreted(result, of) : std::nullopt;
}

Number first_of(Number measured, Number fallback)
{
    return measured ? measured : fallback;
}

}  // namespace

Number global_load_requests(const RunResult& result)
{
    return first_of(counted(result, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}),
                    interpreted(result, [](const InterpretedCounts& c) { return c.global_loads.requests; }));
}

Number global_load_sectors(const RunResult& result)
{
    return first_of(counted(result, {global_load}),
                    interpreted(result, [](const InterpretedCounts& c) { return c.global_loads.sectors; }));
}

Number sectors_per_request(const RunResult& result)
{
    return ratio(global_load_sectors(result), global_load_requests(result));
}

Number global_store_requests(const RunResult& result)
{
    return first_of(counted(result, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}),
                    interpreted(result, [](const InterpretedCounts& c) { return c.global_stores.requests; }));
}

Number global_store_sectors(const RunResult& result)
{
    return first_of(counted(result, {global_store}),
                    interpreted(result, [](const InterpretedCounts& c) { return c.global_stores.sectors; }));
}

Number local_load_sectors(const RunResult& result)
{
    return first_of(counted(result, {local_load}),
                    interpreted_local(result, [](const InterpretedCounts& c) { return c.local_loads.sectors; }));
}

Number local_store_sectors(const RunResult& result)
{
    return first_of(counted(result, {local_store}),
                    interpreted_local(result, [](const InterpretedCounts& c) { return c.local_stores.sectors; }));
}

Number l1_hit_rate_global(const RunResult& result)
{
    return hit_share(ratio(counted(result, {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"}),
                           counted(result, {global_load})));
}

Number l1_hit_rate_local(const RunResult& result)
{
    return hit_share(ratio(sum(result, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum",
                                        "l1tex__t_sectors_pipe_lsu_mem_local_op_st_lookup_hit.sum"}),
                           sum(result, {local_load, local_store})));
}

Number l1_hit_rate(const RunResult& result)
{
    // A hit rate over a handful of sectors is meaningless.
    constexpr double min_sectors = 32;
    const Number loaded = sum(result, {global_load, local_load}), stored = sum(result, {global_store, local_store});
    const Number texture = counted(result, {"l1tex__t_sectors_pipe_tex_mem_texture.sum"});
    if (loaded && stored && *loaded + *stored + texture.value_or(0) < min_sectors) return std::nullopt;
    return hit_share(fraction(counted(result, {"l1tex__t_sector_hit_rate.pct"})));
}

Number texture_hit_rate(const RunResult& result)
{
    return hit_share(ratio(counted(result, {"l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum"}),
                           counted(result, {"l1tex__t_sectors_pipe_tex_mem_texture.sum"})));
}

Number l2_hit_rate(const RunResult& result)
{
    return hit_share(fraction(counted(result, {"lts__t_sector_hit_rate.pct"})));
}

Number l1_hit_rate_local_loads(const RunResult& result)
{
    return hit_share(ratio(counted(result, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum"}),
                           counted(result, {local_load})));
}

Number l2_read_sectors(const RunResult& result)
{
    return counted(result, {"lts__t_sectors_srcunit_tex_op_read.sum"});
}

Number l2_write_sectors(const RunResult& result)
{
    return counted(result, {"lts__t_sectors_srcunit_tex_op_write.sum"});
}

Number dram_read_bytes(const RunResult& result)
{
    return counted(result, {"dram__bytes_read.sum", "dram__bytes_op_read.sum"});
}

Number dram_write_bytes(const RunResult& result)
{
    return counted(result, {"dram__bytes_write.sum", "dram__bytes_op_write.sum"});
}

Number shared_bank_conflicts(const RunResult& result)
{
    return first_of(counted(result, {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"}),
                    interpreted(result, [](const InterpretedCounts& c) {
                        return c.shared_loads.conflicts + c.shared_stores.conflicts + c.shared_atomics.conflicts;
                    }));
}

Number ptx_instructions(const RunResult& result)
{
    if (!result.counted) return std::nullopt;
    const auto count = grid_count(*result.counted, [](const InterpretedCounts& c) { return c.instructions; });
    return count ? Number(count->value) : std::nullopt;
}

Number active_lanes(const RunResult& result)
{
    const Number instructions = ptx_instructions(result);
    if (!instructions || *instructions <= 0) return std::nullopt;
    const auto lanes = grid_count(*result.counted, [](const InterpretedCounts& c) { return c.lanes; });
    return lanes->value / (32 * *instructions);
}

Number bank_conflict_ways(const RunResult& result)
{
    const Number all =
        first_of(counted(result, {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"}),
                 interpreted(result, [](const InterpretedCounts& c) {
                     return c.shared_loads.wavefronts + c.shared_stores.wavefronts + c.shared_atomics.wavefronts;
                 }));
    const Number extra = shared_bank_conflicts(result);
    if (!all || !extra || *all <= *extra) return std::nullopt;
    return *all / (*all - *extra);
}

Number instructions_executed(const RunResult& result)
{
    return counted(result, {"smsp__inst_executed.sum"});
}

Number local_load_requests(const RunResult& result)
{
    return counted(result, {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"});
}

Number local_store_requests(const RunResult& result)
{
    return counted(result, {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"});
}

Number local_instructions_executed(const RunResult& result)
{
    return sum(result, {"smsp__inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_st.sum"});
}

Number achieved_occupancy(const RunResult& result)
{
    return fraction(counted(result, {"sm__warps_active.avg.pct_of_peak_sustained_active"}));
}

}  // namespace spillway::model
