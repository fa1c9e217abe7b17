#include "app/model/time_account.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

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
/// Wavefronts of shared memory; the hardware counts those of shuffles among them.
Amount shared_wavefronts(const Counters& c)
{
    return value(c, {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"});
}
Amount shuffles(const Counters& c)
{
    return value(c, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum"});
}
Amount shared(const Counters& c)
{
    return shuffles(c) ? difference(shared_wavefronts(c), shuffles(c)) : shared_wavefronts(c);
}
Amount l1(const Counters& c)
{
    return difference(value(c, {"l1tex__data_pipe_lsu_wavefronts.sum"}), shared_wavefronts(c));
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
/// Atomic operations at the busiest L2 slice, from its cycles: a warp's additions to one word keep it busy for one
/// cycle.
Amount atomics(const Counters& c)
{
    return of_threads(value(c, {"lts__d_atomic_input_cycles_active.max"}));
}

Amount fma_heavy(const Counters& c)
{
    return of_threads(value(c, {"smsp__inst_executed_pipe_fmaheavy.sum"}));
}
Amount branches(const Counters& c)
{
    return value(c, {"smsp__inst_executed_pipe_cbu_pred_on_any.sum", "smsp__inst_executed_pipe_cbu.sum"});
}
Amount adu(const Counters& c)
{
    return value(c, {"smsp__inst_executed_pipe_adu.sum"});
}
Amount l2_requests(const Counters& c)
{
    return value(c, {"lts__t_tag_requests.sum", "lts__t_requests.sum"});
}

/// Busy share of the counted launch's cycles, as the hardware reports it.
Amount busy(const Counters& c, const char* part)
{
    constexpr double percent = 100;
    const Amount reported = value(c, {(std::string(part) + ".avg.pct_of_peak_sustained_elapsed").c_str()});
    return reported ? Amount(*reported / percent) : std::nullopt;
}
Amount tensor(const Counters& c)
{
    return busy(c, "sm__pipe_tensor_cycles_active");
}
Amount uniform(const Counters& c)
{
    return busy(c, "sm__inst_executed_pipe_uniform");
}
Amount sm_network(const Counters& c)
{
    return busy(c, "l1tex__m_l1tex2xbar_req_cycles_active");
}
Amount l2_entry(const Counters& c)
{
    return busy(c, "lts__xbar2lts_cycles_active");
}
Amount l2_link(const Counters& c)
{
    return busy(c, "lts__ltcfabric2ltc_cycles_active");
}

/// Version of the account that counts a resource: recordings of the first one lack the others' counters and roofs.
enum class Since { first, all_pipes };

struct Resource {
    const char* name;
    const char* roof;  ///< among Roofs::rates; null if the amount is a busy share: see busy_time_share()
    const char* unit;
    const char* hardware;  ///< resources on the same hardware share its time
    bool is_of_the_sm;     ///< scales with the SM clock
    Amount (*amount)(const Counters&);
    Amount (*local)(const Counters&) = nullptr;  ///< local memory's part, if known
    Since since = Since::first;
};

constexpr const char* busy_unit = "seconds busy";

constexpr std::array resources{
    Resource{"dram_read", "dram_read", "bytes", "dram", false, dram_read},
    Resource{"dram_write", "dram_write", "bytes", "dram", false, dram_write},
    Resource{"l2_read", "l2_read", "sectors", "l2_read", false, l2_read, local_l2_read},
    Resource{"l2_write", "l2_write", "sectors", "l2_write", false, l2_write, local_l2_write},
    Resource{"l1", "l1_read", "wavefronts", "data pipe", true, l1},
    Resource{"shared", "shared_read", "wavefronts", "data pipe", true, shared},
    Resource{"constant", "constant", "requests", "constant", true, constant},
    Resource{"texture", "texture", "texels", "texture", true, texture},
    Resource{"fp32", "fp32", "operations", "fp32", true, fp32},
    Resource{"fp64", "fp64", "operations", "fp64", true, fp64},
    Resource{"special", "special", "operations", "special", true, special},
    Resource{"integer", "integer", "operations", "integer", true, integer},
    Resource{"issue", "issue", "instructions", "issue", true, issue},
    Resource{"atomics", "atomics_one", "operations", "atomics", false, atomics},
    Resource{"fma_heavy", "fma_heavy", "operations", "fma_heavy", true, fma_heavy, nullptr, Since::all_pipes},
    Resource{"tensor", nullptr, busy_unit, "tensor", true, tensor, nullptr, Since::all_pipes},
    Resource{"uniform", nullptr, busy_unit, "uniform", true, uniform, nullptr, Since::all_pipes},
    Resource{"branches", "branches", "instructions", "branches", true, branches, nullptr, Since::all_pipes},
    Resource{"adu", "adu", "instructions", "adu", true, adu, nullptr, Since::all_pipes},
    Resource{"shuffles", "shuffles", "wavefronts", "data pipe", true, shuffles, nullptr, Since::all_pipes},
    Resource{"sm_network", nullptr, busy_unit, "sm_network", true, sm_network, nullptr, Since::all_pipes},
    Resource{"l2_requests", "l2_requests", "requests", "l2_requests", false, l2_requests, nullptr, Since::all_pipes},
    Resource{"l2_entry", nullptr, busy_unit, "l2_entry", false, l2_entry, nullptr, Since::all_pipes},
    Resource{"l2_link", nullptr, busy_unit, "l2_link", false, l2_link, nullptr, Since::all_pipes},
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

/// Entry for a resource whose busy share of the cycles the hardware reports. The tensor cores also have a roof, the
/// rate of FP16 products: it converts their busy time into FLOP.
TimeShare busy_time_share(const char* name, double share, const Roofs& roofs, double seconds, double slower)
{
    const double products = name == std::string_view("tensor") ? per_second(roofs, "tensor_fp16") * slower : 0;
    const double roof = products > 0 ? products : 1;
    return {name, share * roof * seconds, std::nullopt, products > 0 ? "FLOP" : busy_unit, roof, share};
}

/// Weight of a share in the comparison: below 1 for a resource that the work of others passes through, so that it is
/// named only if it is clearly busier than they are.
double weight_of(std::string_view resource)
{
    constexpr std::array<std::pair<std::string_view, double>, 5> weights{
        {{"issue", 0.9},       // if one pipe takes nearly all issue slots, that pipe is the limiter
         {"adu", 0.9},         // constant memory's requests pass here
         {"fma_heavy", 0.97},  // half of the FP32 pipe
         {"l2_entry", 0.9},    // what is written to the L2, and requests to read
         {"l2_link", 0.9}}};   // half of what is read from DRAM or written
    const auto* const found =
        std::find_if(weights.begin(), weights.end(), [&](const auto& weight) { return weight.first == resource; });
    return found == weights.end() ? 1 : found->second;
}

/// Whether the account has enough resources: early versions recorded too few counters. Some GPUs lack a resource or
/// two. Resources added later do not count, so that recordings keep the account that they had.
bool is_enough(const std::vector<TimeShare>& account)
{
    constexpr std::ptrdiff_t may_lack = 2;
    const auto of_the_first = [](const Resource& row) { return row.since == Since::first; };
    const auto known = std::count_if(account.begin(), account.end(), [&](const TimeShare& part) {
        const Resource* row = find_resource(part.resource);
        return row != nullptr && of_the_first(*row);
    });
    return known + may_lack >= std::count_if(resources.begin(), resources.end(), of_the_first);
}

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
        if (!amount) continue;
        if (row.roof == nullptr) {
            account.push_back(busy_time_share(row.name, *amount, roofs, seconds, slower));
            continue;
        }
        const double roof = per_second(roofs, row.roof) * (row.is_of_the_sm ? slower : 1);
        if (roof <= 0) continue;
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
        const double share = shared_hardware(account, part.resource) * weight_of(part.resource);
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
    if (!is_enough(account)) return;
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
    const Resource* wanted = find_resource(resource);
    if (wanted == nullptr) return together;
    for (const Resource& row : resources)
        if (std::string_view(row.hardware) == wanted->hardware) together.emplace_back(row.name);
    return together;
}

std::optional<double> hardware_share(const Measurement& measurement, std::string_view resource)
{
    if (find_share(measurement, resource) == nullptr) return std::nullopt;
    return shared_hardware(*measurement.time_account, resource);
}

bool is_busy_time(const TimeShare& part)
{
    const Resource* row = find_resource(part.resource);
    return row != nullptr && row->roof == nullptr;
}

bool counts_all_pipes(const Measurement& measurement)
{
    return std::any_of(resources.begin(), resources.end(), [&](const Resource& row) {
        return row.since == Since::all_pipes && find_share(measurement, row.name) != nullptr;
    });
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
