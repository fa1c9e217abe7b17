#include "app/model/plausible.h"

#include <cmath>
#include <iterator>
#include <span>
#include <sstream>
#include <unordered_map>

namespace spillway::model {
namespace {

struct Figure {
    std::string_view group, key;
    Range range;
};

constexpr double kib = 1024, mib = 1024 * kib, gib = 1024 * mib, tib = 1024 * gib;

// Wide enough for all GPUs from compute capability 3 to future ones, and narrow enough to draw and to add up.
constexpr Figure figures[] = {
    {"gpu", "compute_major", {3, 99}},
    {"gpu", "compute_minor", {0, 9}},
    {"gpu", "sm_count", {1, 4096}},
    {"gpu", "max_threads_per_block", {32, 4096}},
    {"gpu", "max_threads_per_sm", {32, 16384}},
    {"gpu", "max_blocks_per_sm", {1, 256}},
    {"gpu", "max_registers_per_thread", {16, 1024}},
    {"gpu", "registers_per_block", {1024, 4 * mib}},
    {"gpu", "registers_per_sm", {1024, 4 * mib}},
    {"gpu", "warp_size", {32, 32}},
    {"gpu", "shared_bytes_per_block", {kib, 16 * mib}},
    {"gpu", "shared_bytes_per_block_optin", {0, 16 * mib}},
    {"gpu", "shared_bytes_per_sm", {kib, 16 * mib}},
    {"gpu", "reserved_shared_bytes_per_block", {0, mib}},
    {"gpu", "data_cache_bytes", {0, 16 * mib}},
    {"gpu", "shared_splits_bytes", {0, 16 * mib}},
    {"gpu", "l2_bytes", {0, tib}},
    {"gpu", "memory_bytes", {0, 1024 * tib}},
    {"gpu", "dram_bytes_per_second", {0, 1e16}},
    {"gpu", "boost_clock_hz", {0, 1e11}},
    // A shape that no GPU accepts is refused, and the refusal contains the number.
    {"result", "dynamic_shared_bytes", {-tib, tib}},
    {"compile", "registers", {0, 1024}},
    {"compile", "stack_frame_bytes", {0, tib}},
    {"compile", "spill_store_bytes", {0, tib}},
    {"compile", "spill_load_bytes", {0, tib}},
    {"compile", "cumulative_stack_bytes", {0, tib}},
    {"compile", "stack_level_bytes", {0, tib}},
    {"compile", "static_shared_bytes", {0, tib}},
    {"compile", "constant_bytes", {0, tib}},
    {"compile", "barriers", {0, 1024}},
    {"compile", "required_block", {1, 1024}},
    {"compile", "launch_bound_blocks", {1, 1024}},
    {"compile", "launch_bound_registers", {1, 1024}},
    {"compile", "peak_live_registers", {0, 1024}},
    {"compile", "loads_under_way", {0, 1e9}},
    {"compile", "shared_spill_store_bytes", {0, tib}},
    {"compile", "shared_spill_load_bytes", {0, tib}},
    {"compile", "register_cap_requested", {0, 1024}},
    {"compile", "seconds", {0, 1e6}},
    {"compile", "compiler_seconds", {0, 1e6}},
    {"code", "peak_live_registers", {0, 1024}},
    {"code", "loads_under_way", {0, 1e9}},
    {"code", "warp_sums", {0, 1e9}},
    {"code", "shuffles", {0, 1e9}},
    {"code", "shared_atomics", {0, 1e9}},
    {"code", "lane_constants", {0, 1e9}},
    {"code", "uniform_constants", {0, 1e9}},
    {"code", "shared_spill_store_bytes", {0, tib}},
    {"code", "shared_spill_load_bytes", {0, tib}},
    {"line", "line", {0, 1e9}},
    {"line", "live_registers", {0, 1024}},
    {"line", "sampled_share", {0, 1}},
    {"line", "waits", {0, 1}},
    {"spills", "local_stores", {0, tib}},
    {"spills", "local_loads", {0, tib}},
    {"spills", "shared_stores", {0, tib}},
    {"spills", "shared_loads", {0, tib}},
    {"function", "registers", {0, 1024}},
    {"function", "stack_frame_bytes", {0, tib}},
    {"function", "spill_store_bytes", {0, tib}},
    {"function", "spill_load_bytes", {0, tib}},
    {"function", "cumulative_stack_bytes", {0, tib}},
    {"function", "launch_bound_threads", {1, 1024}},
    {"function", "required_block", {1, 1024}},
    {"ptx", "local_bytes", {0, 1024 * tib}},
    {"ptx", "local_bytes_by_function", {0, 1024 * tib}},
    {"sass", "local_loads", {0, 1e9}},
    {"sass", "local_stores", {0, 1e9}},
    {"sass", "instructions", {0, 1e9}},
    {"sass", "warp_sums", {0, 1e9}},
    {"sass", "shuffles", {0, 1e9}},
    {"sass", "shared_atomics", {0, 1e9}},
    {"sass", "lane_constants", {0, 1e9}},
    {"sass", "uniform_constants", {0, 1e9}},
    {"cause", "bytes", {0, tib}},
    {"cause", "line", {1, 1e9}},
    {"repair", "registers", {0, 1024}},
    {"repair", "stack_frame_bytes", {0, tib}},
    {"repair", "spill_store_bytes", {0, tib}},
    {"occupancy", "theoretical", {0, 1}},
    {"occupancy", "blocks_per_sm", {0, 256}},
    {"occupancy", "warps_per_sm", {0, 512}},
    // As the calculator reports them: larger than an SM if a resource is hardly used.
    {"occupancy", "limit_registers", {0, 4 * mib}},
    {"occupancy", "limit_shared", {0, 16 * mib}},
    {"occupancy", "limit_warps", {0, 16384}},
    {"occupancy", "limit_blocks", {0, 256}},
    {"occupancy", "limit_barriers", {0, 16384}},
    {"occupancy", "allocated_registers_per_block", {0, gib}},
    {"occupancy", "allocated_shared_bytes_per_block", {0, tib}},
    {"point", "x", {0, 16 * mib}},
    {"point", "blocks_per_sm", {0, 256}},
    {"point", "warps_per_sm", {0, 512}},
    {"samples", "median", {0, 1e6}},
    {"samples", "p20", {0, 1e6}},
    {"samples", "p80", {0, 1e6}},
    {"samples", "samples", {0, 1e9}},
    {"samples", "noise", {0, 1e6, true}},
    {"measurement", "bytes_per_second", {0, 1e17}},
    {"measurement", "cycles_per_access", {0, 1e12}},
    {"measurement", "percent_of_peak", {0, 1e5}},
    {"measurement", "percent_of_ceiling", {0, 1e5}},
    {"measurement", "ceiling_bytes_per_second", {0, 1e17}},
    {"measurement", "host_seconds", {0, 1e6}},
    {"measurement", "event_seconds", {0, 1e6}},
    {"measurement", "waited_seconds", {0, 1e6}},
    {"measurement", "discarded_samples", {0, 1e9}},
    {"measurement", "gpu_memory_taken_bytes", {-tib, tib}},  // negative if another program freed memory
    {"measurement", "sm_clock_hz", {0, 1e11}},
    {"measurement", "local_bytes_per_thread", {0, tib}},
    {"measurement", "counters", {0, 1e18, true}},
    {"measurement", "stall_reasons", {0, 1}},
    {"time_account", "amount", {0, 1e18}},
    {"time_account", "local_amount", {0, 1e18}},
    {"time_account", "roof", {0, 1e18}},
    {"time_account", "share", {0, 1e6}},
    {"limited_by", "share", {0, 1e6}},
    {"roof", "per_second", {0, 1e18}},
    {"latency", "cycles", {0, 1e6}},
    {"roofs", "sm_clock_hz", {0, 1e11}},
    {"roofs", "seconds", {0, 1e6}},
    {"times", "queued", {0, 1e7}},
    {"fault", "offset", {-1e18, 1e18}},  // negative: before the beginning of its memory
};

/// All rows of a group are adjacent.
consteval bool groups_are_adjacent()
{
    for (std::size_t i = 1; i < std::size(figures); ++i)
        for (std::size_t before = 0; before + 1 < i; ++before)
            if (figures[i].group == figures[before].group && figures[i].group != figures[i - 1].group) return false;
    return true;
}
static_assert(groups_are_adjacent());

/// The rows of a group, from a hash table: a slider step checks a curve of a thousand points.
std::span<const Figure> figures_of(std::string_view group)
{
    static const auto groups = [] {
        std::unordered_map<std::string_view, std::span<const Figure>> found;
        for (const Figure& figure : figures) {
            std::span<const Figure>& of_group = found[figure.group];
            of_group = of_group.empty() ? std::span(&figure, 1) : std::span(of_group.data(), of_group.size() + 1);
        }
        return found;
    }();
    const auto found = groups.find(group);
    return found == groups.end() ? std::span<const Figure>() : found->second;
}

}  // namespace

Range plausible_range(std::string_view group, std::string_view key)
{
    for (const Figure& figure : figures_of(group))
        if (figure.key == key) return figure.range;
    return {};
}

std::optional<std::string> why_implausible(std::string_view group, std::string_view key, double value)
{
    const Range range = plausible_range(group, key);
    if (range.holds(value) || (std::isnan(value) && range.may_be_unknown)) return std::nullopt;
    std::ostringstream text;
    text.precision(15);
    text << group << '.' << key << " is " << value << ", but can only be from " << range.least << " to " << range.most;
    return text.str();
}

}  // namespace spillway::model
