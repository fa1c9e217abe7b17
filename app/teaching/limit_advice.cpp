#include "app/teaching/limit_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "app/model/counter_metrics.h"
#include "app/model/metrics.h"
#include "app/model/stack_size.h"
#include "app/model/time_account.h"
#include "app/teaching/time_words.h"

namespace spillway::teaching {
namespace {

using model::Measurement;
using model::RunResult;

constexpr double mostly = 0.5;        ///< local memory's share of a resource above which it is the cause
constexpr double worth_naming = 0.1;  ///< share of the time
constexpr double well_used = 0.7;     ///< requested share of the bytes moved
constexpr double full = 0.95;         ///< share of the warp slots
constexpr double nearly_all = 0.9;    ///< share of the time: only using the resource less can help

std::string percent(double share)
{
    return fmt::format("{:.0f} %", 100 * share);
}

/// "only fewer sectors make this faster"; without "only" if something else can make it faster too.
std::string with_only(bool is_only, const std::string& help)
{
    return (is_only ? "only " : "") + help;
}

std::string capitalised(std::string sentence)
{
    if (!sentence.empty()) sentence.front() = static_cast<char>(std::toupper(sentence.front()));
    return sentence;
}

double counter_value(const Measurement& measured, const char* name)
{
    if (!measured.counters) return 0;
    const auto found = measured.counters->find(name);
    return found == measured.counters->end() ? 0 : found->second;
}

bool is_on_the_way_to_l2(std::string_view resource)
{
    return resource == "l2_requests" || resource == "l2_entry" || resource == "l2_link";
}

/// Local memory's share of a resource's sectors. For DRAM: of the L2's reads or writes. For the ways to the L2 and
/// between its halves: of the L2's writes, which load them most.
double local_share(const Measurement& measured, std::string_view resource)
{
    if (resource == "dram_write" || is_on_the_way_to_l2(resource)) resource = "l2_write";
    if (resource == "dram_read") resource = "l2_read";
    const model::TimeShare* part = model::find_share(measured, resource);
    return part && part->local_amount && part->amount > 0 ? *part->local_amount / part->amount : 0;
}

/// Requested share of the bytes that the limiting level moved; empty if unknown.
std::optional<double> used_share(const Measurement& measured, std::string_view level)
{
    if (!measured.requested_bytes_per_second || !measured.seconds) return std::nullopt;
    double moved = 0;
    for (const char* direction : {"_read", "_write"})
        if (const model::TimeShare* part = model::find_share(measured, std::string(level) + direction))
            moved += part->amount * (part->unit == "sectors" ? 32 : 1);
    if (moved <= 0) return std::nullopt;
    return *measured.requested_bytes_per_second * measured.seconds->median / moved;
}

std::string on_memory(const RunResult& result, std::string_view level, const std::string& otherwise)
{
    const Measurement& measured = result.measurement;
    const std::optional<double> used = used_share(measured, level);
    if (!used || *used >= well_used) return otherwise;
    return fmt::format(
        "The kernel asked for {} of the bytes that moved: neighbouring threads at neighbouring addresses "
        "move fewer.",
        percent(*used));
}

std::string on_dram(const RunResult& result, std::string_view resource, bool is_only)
{
    if (local_share(result.measurement, resource) > mostly)
        return fmt::format(
            "{} of the L2's {} are local memory's: {}.", percent(local_share(result.measurement, resource)),
            resource == "dram_write" ? "writes" : "reads", with_only(is_only, "less local memory makes this faster"));
    return on_memory(result, "dram", capitalised(with_only(is_only, "moving fewer bytes makes this faster.")));
}

std::string on_l2(const RunResult& result, std::string_view resource, bool is_only)
{
    if (local_share(result.measurement, resource) <= mostly)
        return on_memory(result, "l2", capitalised(with_only(is_only, "fewer sectors make this faster.")));
    if (resource == "l2_write")
        return "Every store to local memory goes on to the L2: " + with_only(is_only, "fewer stores make this faster.");
    return "Most of this is local memory that missed the L1: " +
           with_only(is_only, "less local memory makes this faster.");
}

std::string on_the_way_to_l2(const RunResult& result, std::string_view resource, bool is_only)
{
    if (const double local = local_share(result.measurement, resource); local > mostly)
        return fmt::format("{} of the L2's writes are local memory's: {}.", percent(local),
                           with_only(is_only, "less local memory makes this faster"));
    if (resource == "l2_requests")
        return capitalised(with_only(is_only,
                                     "fewer requests make this faster: neighbouring threads at neighbouring "
                                     "addresses share one."));
    if (resource == "l2_entry") return capitalised(with_only(is_only, "fewer or fuller requests make this faster."));
    return "Half of the L2 is far from each SM: " + with_only(is_only, "moving fewer bytes makes this faster.");
}

std::string on_shared(const RunResult& result, bool is_only)
{
    const double passes = counter_value(result.measurement, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum");
    const double conflicts = counter_value(result.measurement, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum");
    if (passes > 0 && conflicts / passes > worth_naming)
        return fmt::format("{} of the passes are bank conflicts: another pitch avoids them.",
                           percent(std::min(conflicts / passes, 1.0)));
    return capitalised(
        with_only(is_only, "fewer passes make this faster: wider accesses, or values kept in registers."));
}

std::string on_l1(const RunResult& result, bool is_only)
{
    const Measurement& measured = result.measurement;
    const double local = counter_value(measured, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum") +
                         counter_value(measured, "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum");
    const double all = local + counter_value(measured, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") +
                       counter_value(measured, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
    if (all > 0 && local / all > mostly)
        return fmt::format("{} of its sectors are local memory's: {}.", percent(local / all),
                           with_only(is_only, "less local memory makes this faster"));
    return capitalised(with_only(
        is_only, "fewer passes make this faster: wider accesses, or values kept in registers or shared memory."));
}

/// Ratio of the measured rates of two operations; empty below 1.5.
std::optional<double> roof_ratio(const Measurement& measured, const char* other, const char* than)
{
    const model::TimeShare* a = model::find_share(measured, other);
    const model::TimeShare* b = model::find_share(measured, than);
    if (a == nullptr || b == nullptr || b->roof <= 0 || a->roof / b->roof < 1.5) return std::nullopt;
    return a->roof / b->roof;
}

std::string on_operations(const RunResult& result, const std::string& resource, bool is_only)
{
    const char* const name = resource == "special"     ? "special functions"
                             : resource == "integer"   ? "integer instructions"
                             : resource == "fp64"      ? "FP64 instructions"
                             : resource == "fp32"      ? "FP32 instructions"
                             : resource == "fma_heavy" ? "integer multiply-adds"
                             : resource == "tensor"    ? "products on the tensor cores"
                             : resource == "uniform"   ? "uniform instructions"
                             : resource == "shuffles"  ? "shuffles"
                                                       : "instructions";
    std::string words = capitalised(with_only(is_only, fmt::format("fewer {} make this faster", name)));
    if (resource == "fp64")
        if (const auto ratio = roof_ratio(result.measurement, "fp32", "fp64"))
            words += fmt::format(": this GPU does {:.2g} times as many in FP32", *ratio);
    return words + ".";
}

}  // namespace

bool leaves_slots_empty(const RunResult& result)
{
    constexpr double clearly = 0.7;
    const auto taken = model::achieved_occupancy(result);
    return taken && result.occupancy && *taken < clearly * result.occupancy->theoretical;
}

namespace {

std::string on_more_warps(const RunResult& result)
{
    if (!result.occupancy) return "More warps, or more independent work in each, can fill the wait.";
    if (leaves_slots_empty(result))
        return fmt::format(
            "On average {} of the warp slots are taken, where {} can be: more blocks, or more independent work in each "
            "thread, can fill the wait.",
            percent(*model::achieved_occupancy(result)), percent(result.occupancy->theoretical));
    if (result.occupancy->theoretical >= full)
        return "The SM has all the warps that fit; more independent work in each can fill the wait.";
    return fmt::format(
        "{} of the warp slots are taken: more warps, or more independent work in each, can fill the wait.",
        percent(result.occupancy->theoretical));
}

std::string on_latency(const RunResult& result)
{
    if (result.measurement.cycles_per_access)
        return "This kernel measures latency: each access waits for the one before it, so more warps shorten nothing.";
    const auto& stalls = result.measurement.stall_reasons;
    const std::string reason = stalls ? model::largest_stall(*stalls) : std::string();
    if (reason == "barrier")
        return "More and smaller blocks let other warps run meanwhile; fewer barriers shorten the wait.";
    if (reason == "branch_resolving") return "Fewer branches and calls make this faster.";
    if (reason == "no_instruction") return "Shorter code, that the instruction cache holds, makes this faster.";
    if (reason == "imc_miss") return "Fewer different constants, or fewer addresses of them, make this faster.";
    if (reason == "drain") return "Fewer stores at the kernel's end make this faster.";
    if (reason == "lg_throttle") return "Fewer or wider global and local accesses make this faster.";
    if (reason == "mio_throttle") return "Fewer or wider accesses to shared memory make this faster.";
    if (reason == "tex_throttle") return "Fewer texture reads make this faster.";
    if (reason == "math_pipe_throttle") return "Fewer instructions for that pipe make this faster.";
    return on_more_warps(result);
}

/// The busiest resource that does not share the limit's hardware.
std::string next_resource_words(const Measurement& measured, const std::string& limit)
{
    const auto together = model::sharing_hardware(limit);
    std::vector<model::TimeShare> others;
    for (const model::TimeShare& part : *measured.time_account)
        if (std::ranges::find(together, part.resource) == together.end()) others.push_back(part);
    if (others.empty()) return {};
    const model::LimitedBy next = model::largest_share(others);
    if (next.share.value_or(0) < worth_naming) return {};
    return fmt::format(" Next: {}, {} of the time.", resource_words(next.resource),
                       percent(std::min(*next.share, 1.0)));
}

std::string on_resource(const RunResult& result, const std::string& resource, bool is_only)
{
    if (resource.starts_with("dram")) return on_dram(result, resource, is_only);
    if (is_on_the_way_to_l2(resource)) return on_the_way_to_l2(result, resource, is_only);
    if (resource.starts_with("l2")) return on_l2(result, resource, is_only);
    if (resource == "l1") return on_l1(result, is_only);
    if (resource == "shared") return on_shared(result, is_only);
    const auto sentence = [&](const char* help) { return capitalised(with_only(is_only, help)); };
    if (resource == "texture") return sentence("fewer texels make this faster.");
    if (resource == "constant") return sentence("fewer requests make this faster: one address for all of a warp.");
    if (resource == "branches") return sentence("fewer branches, calls and returns make this faster.");
    if (resource == "adu")
        return sentence("fewer barriers, warp sums, returns and indexed reads of constants make this faster.");
    if (resource == "sm_network")
        return sentence("moving less between an SM and the L2 or other SMs makes this faster.");
    if (resource == "atomics") return sentence("fewer atomics, or more addresses, make this faster.");
    return on_operations(result, resource, is_only);
}

bool is_set(const RunResult& result, const char* knob)
{
    const auto found = result.parameters.find(knob);
    const auto* number = found == result.parameters.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return number != nullptr && *number != 0;
}

bool is_choice(const RunResult& result, const char* knob, const char* choice)
{
    const auto found = result.parameters.find(knob);
    const auto* text = found == result.parameters.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text != nullptr && *text == choice;
}

bool allows_none(const model::Experiment& experiment, const char* knob)
{
    const model::Parameter* parameter = experiment.find_parameter(knob);
    if (parameter == nullptr) return false;
    const auto& extra = parameter->extra_values;
    return parameter->first <= 0 || std::find(extra.begin(), extra.end(), 0) != extra.end();
}

}  // namespace

std::string what_would_help(const RunResult& result, bool is_fastest)
{
    const Measurement& measured = result.measurement;
    if (!measured.limited_by || !measured.time_account) return {};
    const std::string& resource = measured.limited_by->resource;
    if (resource == "latency") return on_latency(result);
    const bool is_busy = measured.limited_by->share.value_or(0) >= nearly_all;
    std::string words = on_resource(result, resource, is_busy && is_fastest) + next_resource_words(measured, resource);
    const std::string reason = measured.stall_reasons ? model::largest_stall(*measured.stall_reasons) : "";
    if (!is_busy && !reason.empty() && model::is_latency(reason))
        words += fmt::format(" Warps also wait for {}: {} of their time.", stall_words(reason),
                             percent(measured.stall_reasons->at(reason)));
    return words;
}

bool may_gain_from_warps(const RunResult& result)
{
    const auto& limited_by = result.measurement.limited_by;
    return !limited_by || limited_by->resource == "latency";
}

std::vector<Step> steps_against_limit(const RunResult& result, const model::Experiment& experiment)
{
    const auto& limited_by = result.measurement.limited_by;
    const bool spills = result.compile && model::spill_store_bytes(*result.compile) > 0;
    if (!limited_by || !spills || local_share(result.measurement, limited_by->resource) <= mostly) return {};
    std::vector<Step> steps;
    if (is_set(result, "register_cap") && allows_none(experiment, "register_cap"))
        steps.push_back({"Lift the register cap", {{"register_cap", std::int64_t{0}}}, Step::Aim::less_local_memory});
    if (is_set(result, "min_blocks_per_sm") && allows_none(experiment, "min_blocks_per_sm"))
        steps.push_back({"Drop the minimum of blocks per SM",
                         {{"min_blocks_per_sm", std::int64_t{0}}},
                         Step::Aim::less_local_memory});
    if (is_choice(result, "spill_target", "local") && experiment.find_parameter("spill_target"))
        steps.push_back(
            {"Spill to shared memory", {{"spill_target", std::string("shared")}}, Step::Aim::less_local_memory});
    return steps;
}

}  // namespace spillway::teaching
