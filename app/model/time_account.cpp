#include "app/model/time_account.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace spillway::model {
namespace {

using Counters = std::map<std::string, double>;
using Amount = std::optional<double>;

Amount value(const Counters& counters, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const auto at = counters.find(name); at != counters.end()) return at->second;
    return std::nullopt;
}

Amount difference(Amount whole, Amount part)
{
    if (!whole || !part) return std::nullopt;
    return std::max(*whole - *part, 0.0);
}

/// Warp instructions as thread operations, 32 per instruction.
Amount of_threads(Amount instructions)
{
    constexpr int warp_size = 32;
    return instructions ? Amount(*instructions * warp_size) : std::nullopt;
}

Amount dram_read(const Counters& c)
{
    return value(c, {"dram__bytes_read.sum", "dram__bytes_op_read.sum"});
}
Amount dram_write(const Counters& c)
{
    return value(c, {"dram__bytes_write.sum", "dram__bytes_op_write.sum"});
}
Amount l2_read(const Counters& c)
{
    return value(c, {"lts__t_sectors_srcunit_tex_op_read.sum"});
}
Amount l2_write(const Counters& c)
{
    return value(c, {"lts__t_sectors_srcunit_tex_op_write.sum"});
}
/// The part that missed L1.
Amount local_l2_read(const Counters& c)
{
    return difference(value(c, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}),
                      value(c, {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum"}));
}
/// All of it, because L1 is write-through.
Amount local_l2_write(const Counters& c)
{
    return value(c, {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"});
}
Amount shared(const Counters& c)
{
    return value(c, {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"});
}
Amount l1(const Counters& c)
{
    return difference(value(c, {"l1tex__data_pipe_lsu_wavefronts.sum"}), shared(c));
}
Amount constant(const Counters& c)
{
    return value(c, {"idc__requests.sum"});
}
Amount texture(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_tex.sum"}));
}
Amount fp32(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_fma.sum"}));
}
Amount fp64(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_fp64.sum"}));
}
Amount special(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_xu.sum"}));
}
Amount integer(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_alu.sum"}));
}
Amount issue(const Counters& c)
{
    return value(c, {"smsp__inst_issued.sum"});
}
/// Cycles of the busiest L2 slice: a warp's additions to one word keep it busy for one cycle.
Amount atomics(const Counters& c)
{
    return of_threads(value(c, {"lts__d_atomic_input_cycles_active.max"}));
}

struct Resource {
    const char* name;
    const char* roof;  ///< among Roofs::rates
    const char* unit;
    const char* hardware;  ///< resources on the same hardware share its time
    bool is_of_the_sm;     ///< scales with the SM clock
    Amount (*amount)(const Counters&);
    Amount (*local)(const Counters&);  ///< local memory's part, if known
};

constexpr std::array resources{
    Resource{"dram_read", "dram_read", "bytes", "dram", false, dram_read, nullptr},
    Resource{"dram_write", "dram_write", "bytes", "dram", false, dram_write, nullptr},
    Resource{"l2_read", "l2_read", "sectors", "l2_read", false, l2_read, local_l2_read},
    Resource{"l2_write", "l2_write", "sectors", "l2_write", false, l2_write, local_l2_write},
    Resource{"l1", "l1_read", "wavefronts", "data pipe", true, l1, nullptr},
    Resource{"shared", "shared_read", "wavefronts", "data pipe", true, shared, nullptr},
    Resource{"constant", "constant", "requests", "constant", true, constant, nullptr},
    Resource{"texture", "texture", "texels", "texture", true, texture, nullptr},
    Resource{"fp32", "fp32", "operations", "fp32", true, fp32, nullptr},
    Resource{"fp64", "fp64", "operations", "fp64", true, fp64, nullptr},
    Resource{"special", "special", "operations", "special", true, special, nullptr},
    Resource{"integer", "integer", "operations", "integer", true, integer, nullptr},
    Resource{"issue", "issue", "instructions", "issue", true, issue, nullptr},
    Resource{"atomics", "atomics_one", "operations", "atomics", false, atomics, nullptr},
};

const Resource* find_resource(std::string_view name)
{
    const auto found =
        std::find_if(resources.begin(), resources.end(), [&](const Resource& row) { return row.name == name; });
    return found == resources.end() ? nullptr : &*found;
}

double shared_hardware(const std::vector<TimeShare>& account, std::string_view resource)
{
    double sum = 0;
    const auto together = sharing_hardware(resource);
    for (const TimeShare& part : account)
        if (std::find(together.begin(), together.end(), part.resource) != together.end()) sum += part.share;
    return sum;
}

/// If one pipe takes nearly all issue slots, that pipe is the limiter.
constexpr double near_issue = 0.9;

constexpr std::string_view stall_prefix = "smsp__warps_issue_stalled_", stall_suffix = ".sum";

}  // namespace

std::vector<TimeShare> time_account(const Counters& counters, const Roofs& roofs, double seconds,
                                    std::optional<double> sm_clock_hz)
{
    std::vector<TimeShare> account;
    if (seconds <= 0) return account;
    const double slower =
        sm_clock_hz && *sm_clock_hz > 0 && roofs.sm_clock_hz > 0 ? *sm_clock_hz / roofs.sm_clock_hz : 1;
    for (const Resource& row : resources) {
        const Amount amount = row.amount(counters);
        const double roof = per_second(roofs, row.roof) * (row.is_of_the_sm ? slower : 1);
        if (!amount || roof <= 0) continue;
        TimeShare part{row.name, *amount, std::nullopt, row.unit, roof, *amount / roof / seconds};
        if (row.local)
            if (const Amount local = row.local(counters)) part.local_amount = std::min(*local, *amount);
        account.push_back(std::move(part));
    }
    return account;
}

std::map<std::string, double> stall_reasons(const Counters& counters)
{
    std::map<std::string, double> reasons;
    double all = 0;
    for (auto at = counters.lower_bound(std::string(stall_prefix));
         at != counters.end() && at->first.starts_with(stall_prefix); ++at) {
        if (!at->first.ends_with(stall_suffix) || at->second <= 0) continue;
        const std::size_t size = at->first.size() - stall_prefix.size() - stall_suffix.size();
        reasons[at->first.substr(stall_prefix.size(), size)] = at->second;
        all += at->second;
    }
    for (auto& [name, share] : reasons) share /= all;
    return reasons;
}

LimitedBy largest_share(const std::vector<TimeShare>& account)
{
    const TimeShare* largest = nullptr;
    double most = 0;
    for (const TimeShare& part : account) {
        const double share = shared_hardware(account, part.resource) * (part.resource == "issue" ? near_issue : 1);
        if (largest && (share < most || (share == most && part.share <= largest->share))) continue;
        largest = &part;
        most = share;
    }
    return largest ? LimitedBy{largest->resource, shared_hardware(account, largest->resource)} : LimitedBy{};
}

LimitedBy limit_of(const std::vector<TimeShare>& account, const std::map<std::string, double>& stalls)
{
    LimitedBy largest = largest_share(account);
    if (largest.share.value_or(0) >= explaining_share) return largest;
    LimitedBy latency{"latency", std::nullopt};
    if (stalls.empty()) return latency;
    latency.share = 0;
    for (const auto& [reason, share] : stalls)
        if (is_latency(reason)) *latency.share += share;
    return latency;
}

void explain(Measurement& measurement, const Roofs& roofs)
{
    if (!measurement.counters || !measurement.seconds) return;
    auto account = time_account(*measurement.counters, roofs, measurement.seconds->median, measurement.sm_clock_hz);
    // Counters of an earlier version are too few for an account.
    if (account.size() < resources.size() - 2) return;
    auto stalls = stall_reasons(*measurement.counters);
    measurement.limited_by = limit_of(account, stalls);
    measurement.time_account = std::move(account);
    if (!stalls.empty()) measurement.stall_reasons = std::move(stalls);
}

const TimeShare* find_share(const Measurement& measurement, std::string_view resource)
{
    if (!measurement.time_account) return nullptr;
    for (const TimeShare& part : *measurement.time_account)
        if (part.resource == resource) return &part;
    return nullptr;
}

std::vector<std::string_view> sharing_hardware(std::string_view resource)
{
    std::vector<std::string_view> together;
    const Resource* asked = find_resource(resource);
    if (asked == nullptr) return together;
    for (const Resource& row : resources)
        if (std::string_view(row.hardware) == asked->hardware) together.emplace_back(row.name);
    return together;
}

bool is_latency(std::string_view stall_reason)
{
    constexpr std::array<std::string_view, 6> busy{"selected",    "not_selected", "math_pipe_throttle",
                                                   "lg_throttle", "mio_throttle", "tex_throttle"};
    return std::find(busy.begin(), busy.end(), stall_reason) == busy.end();
}

std::string largest_stall(const std::map<std::string, double>& stalls)
{
    std::string largest;
    double most = 0;
    for (const auto& [reason, share] : stalls) {
        if (reason == "selected" || share <= most) continue;
        largest = reason;
        most = share;
    }
    return largest;
}

}  // namespace spillway::model
