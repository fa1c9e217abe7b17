#include "app/charts/memory_flow.h"

#include <algorithm>
#include <map>

#include "app/model/time_account.h"

namespace spillway::charts {
namespace {

using model::Measurement;

constexpr double sector_bytes = 32, pass_bytes = 128;

class Counted {
public:
    explicit Counted(const std::map<std::string, double>& counters) : counters_(counters) {}
    /// Value of the first counter that exists; 0 if none does.
    [[nodiscard]] double operator()(std::initializer_list<const char*> names) const
    {
        for (const char* name : names)
            if (const auto at = counters_.find(name); at != counters_.end()) return at->second;
        return 0;
    }

private:
    const std::map<std::string, double>& counters_;
};

std::optional<double> share_of(const Measurement& measurement, const std::string& resource)
{
    const model::TimeShare* part = resource.empty() ? nullptr : model::find_share(measurement, resource);
    return part ? std::optional(part->share) : std::nullopt;
}

MemoryArrow arrow(const Measurement& measurement, MemoryLevel from, MemoryLevel to, double bytes, double local_bytes,
                  const std::string& resource)
{
    return {from, to, bytes, std::min(local_bytes, bytes), false, false, share_of(measurement, resource), resource};
}

double local_part(const Measurement& measurement, const char* resource)
{
    const model::TimeShare* part = model::find_share(measurement, resource);
    return part && part->local_amount ? *part->local_amount * sector_bytes : 0;
}

bool is_of_host(const model::LaunchPlan& plan, int buffer)
{
    const model::MemoryPlace place = plan.buffers.at(static_cast<std::size_t>(buffer)).place;
    return place == model::MemoryPlace::pinned_host || place == model::MemoryPlace::pageable_host;
}

/// Adds the traffic between the registers and the memories in the SM.
void add_in_the_sm(const Measurement& measurement, const Counted& counted, std::vector<MemoryArrow>& arrows)
{
    using enum MemoryLevel;
    const double local_loads = sector_bytes * counted({"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"});
    const double local_stores = sector_bytes * counted({"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"});
    const double loads = sector_bytes * counted({"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}) + local_loads;
    const double stores = sector_bytes * counted({"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}) + local_stores;
    arrows.push_back(arrow(measurement, l1, registers, loads, local_loads, ""));
    arrows.push_back(arrow(measurement, registers, l1, stores, local_stores, ""));
    const double shared_passes = counted({"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"});
    arrows.push_back(arrow(measurement, shared, registers, pass_bytes * shared_passes, 0, "shared"));
    arrows.back().is_both_ways = arrows.back().is_upper_bound = true;
    const double texels = sector_bytes * counted({"l1tex__t_sectors_pipe_tex_mem_texture.sum"});
    arrows.push_back(arrow(measurement, texture, registers, texels, 0, "texture"));
    // A request moves one word for the whole warp.
    arrows.push_back(arrow(measurement, constant, registers, 4 * counted({"idc__requests.sum"}), 0, "constant"));
}

void add_below_the_sm(const Measurement& measurement, const Counted& counted, std::vector<MemoryArrow>& arrows)
{
    using enum MemoryLevel;
    const double reads = sector_bytes * counted({"lts__t_sectors_srcunit_tex_op_read.sum"});
    const double writes = sector_bytes * counted({"lts__t_sectors_srcunit_tex_op_write.sum"});
    arrows.push_back(arrow(measurement, l2, l1, reads, local_part(measurement, "l2_read"), "l2_read"));
    arrows.push_back(arrow(measurement, l1, l2, writes, local_part(measurement, "l2_write"), "l2_write"));
    arrows.push_back(arrow(measurement, dram, l2, counted({"dram__bytes_read.sum", "dram__bytes_op_read.sum"}), 0, ""));
    arrows.push_back(
        arrow(measurement, l2, dram, counted({"dram__bytes_write.sum", "dram__bytes_op_write.sum"}), 0, ""));
    // If more bytes reach DRAM than the launch's stores wrote to L2, some may belong to other work.
    arrows.back().is_upper_bound = arrows.back().bytes > 1.05 * writes;
}

}  // namespace

MemoryFlow memory_flow(const Measurement& measurement)
{
    MemoryFlow flow;
    if (!measurement.counters) {
        flow.reason = measurement.counters_reason.value_or("Hardware counters were not taken at this setting.");
        return flow;
    }
    const Counted counted(*measurement.counters);
    add_in_the_sm(measurement, counted, flow.arrows);
    add_below_the_sm(measurement, counted, flow.arrows);
    flow.l1_share = share_of(measurement, "l1");
    flow.dram_share = model::hardware_share(measurement, "dram_read");
    if (measurement.limited_by) flow.limited_by = measurement.limited_by->resource;
    return flow;
}

void add_host_memory(MemoryFlow& flow, const model::LaunchPlan& plan, const Measurement& measurement)
{
    using enum MemoryLevel;
    if (const auto& copy = plan.copy) {
        const bool is_from_host = is_of_host(plan, copy->from);
        if (!is_from_host && !is_of_host(plan, copy->to)) return;
        MemoryArrow across = arrow(measurement, is_from_host ? host : l2, is_from_host ? l2 : host,
                                   static_cast<double>(copy->bytes), 0, "");
        if (measurement.seconds && measurement.seconds->median > 0)
            across.bytes_per_second = across.bytes / measurement.seconds->median;
        flow.arrows.push_back(std::move(across));
        flow.reason = "Copies have no counters: bytes moved inside the GPU are not shown.";
        return;
    }
    double bytes = 0;
    for (const model::PlannedArgument& argument : plan.arguments)
        if (argument.buffer >= 0 && is_of_host(plan, argument.buffer))
            bytes += static_cast<double>(plan.buffers[static_cast<std::size_t>(argument.buffer)].bytes());
    if (bytes == 0) return;
    flow.arrows.push_back(arrow(measurement, host, l2, bytes, 0, ""));
    flow.arrows.back().is_upper_bound = true;
}

const char* level_name(MemoryLevel level)
{
    constexpr std::array names{"Registers", "Shared memory", "L1", "Texture", "Constant", "L2", "DRAM", "Host memory"};
    return names.at(static_cast<std::size_t>(level));
}

}  // namespace spillway::charts
