#include "app/teaching/time_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/model/stack_size.h"
#include "app/model/time_account.h"

namespace spillway::teaching {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::array resources{Words{"dram_read", "DRAM reads"},
                               Words{"dram_write", "DRAM writes"},
                               Words{"l2_read", "L2 reads"},
                               Words{"l2_write", "L2 writes"},
                               Words{"l1", "L1 passes"},
                               Words{"shared", "Shared-memory passes"},
                               Words{"constant", "Constant reads"},
                               Words{"texture", "Texture reads"},
                               Words{"fp32", "FP32 instructions"},
                               Words{"fp64", "FP64 instructions"},
                               Words{"special", "Special functions"},
                               Words{"integer", "Integer instructions"},
                               Words{"issue", "Issue slots"},
                               Words{"atomics", "Atomics of one L2 slice"},
                               Words{"fma_heavy", "Integer multiply-adds"},
                               Words{"tensor", "Tensor cores"},
                               Words{"uniform", "Uniform instructions"},
                               Words{"branches", "Convergence of branches"},
                               Words{"adu", "Address divergence unit (barriers, returns, constants)"},
                               Words{"shuffles", "Shuffles"},
                               Words{"sm_network", "Way between the SMs and the network"},
                               Words{"l2_requests", "L2 requests"},
                               Words{"l2_entry", "Way into the L2"},
                               Words{"l2_link", "Link between the L2's halves"},
                               Words{"latency", "Latency"}};

constexpr std::array stalls{Words{"long_scoreboard", "global, local or texture memory"},
                            Words{"short_scoreboard", "shared or constant memory or a special function"},
                            Words{"barrier", "the other warps of their block"},
                            Words{"wait", "instructions of fixed latency"},
                            Words{"lg_throttle", "room in the queue of global and local accesses"},
                            Words{"mio_throttle", "room in the queue of shared memory and special functions"},
                            Words{"tex_throttle", "room in the queue of texture reads"},
                            Words{"math_pipe_throttle", "a busy arithmetic pipe"},
                            Words{"not_selected", "their turn to issue"},
                            Words{"no_instruction", "instructions to be fetched"},
                            Words{"branch_resolving", "the target of a branch"},
                            Words{"drain", "their last stores"},
                            Words{"imc_miss", "constants that are not in the cache"},
                            Words{"membar", "a memory barrier"},
                            Words{"sleeping", "the end of a sleep"},
                            Words{"dispatch_stall", "the dispatcher"},
                            Words{"misc", "something else"}};

template <std::size_t N>
std::string words_for(const std::array<Words, N>& table, std::string_view name)
{
    for (const auto& [key, words] : table)
        if (key == name) return std::string(words);
    return std::string(name.substr(0, 64));
}

/// "4.4 of 4.6 TB/s": both in the limit's unit. "busy 80 % of the time" if the hardware counts only busy time.
std::string of_roof(const model::TimeShare& part)
{
    if (model::is_busy_time(part)) return fmt::format("busy {:.0f} % of the time", 100 * std::min(part.share, 1.0));
    constexpr int sector_bytes = 32;
    constexpr double tera = 1e12, giga = 1e9;
    const double bytes = part.unit == "sectors" ? sector_bytes : 1;
    const bool is_bytes = part.unit == "sectors" || part.unit == "bytes";
    const double roof = part.roof * bytes, scale = roof >= tera ? tera : giga;
    const char* prefix = roof >= tera ? "T" : "G";
    const std::string unit = is_bytes ? prefix + std::string("B") : prefix + (" " + part.unit.substr(0, 40));
    return fmt::format("{:.3g} of {:.3g} {}/s", part.share * roof / scale, roof / scale, unit);
}

/// True if local memory holds only spilled registers.
bool are_all_spills(const model::RunResult& result)
{
    return result.compile && model::spill_store_bytes(*result.compile) > 0 && result.ptx &&
           result.ptx->local_bytes == 0;
}

double local_part(const model::TimeShare& part)
{
    return part.local_amount && part.amount > 0 ? *part.local_amount / part.amount : 0;
}

constexpr double worth_a_word = 0.05;

std::string latency_sentence(const model::Measurement& measured)
{
    const model::LimitedBy largest = model::largest_share(*measured.time_account);
    std::string text = "No resource is busy enough to be the limit.";
    if (largest.share.value_or(0) >= worth_a_word)
        text += fmt::format(" Busiest: {}, {:.0f} % of the time.", resource_words(largest.resource),
                            100 * std::min(largest.share.value_or(0), 1.0));
    if (!measured.stall_reasons) return text;
    const std::string reason = model::largest_stall(*measured.stall_reasons);
    if (reason.empty()) return text;
    return text + fmt::format(" Warps wait, mostly for {}: {:.0f} % of their time.", stall_words(reason),
                              100 * measured.stall_reasons->at(reason));
}

}  // namespace

std::string resource_words(std::string_view resource)
{
    return words_for(resources, resource);
}

std::string stall_words(std::string_view reason)
{
    return words_for(stalls, reason);
}

std::string time_sentence(const model::RunResult& result)
{
    const model::Measurement& measured = result.measurement;
    if (!measured.limited_by || !measured.time_account) return {};
    if (measured.limited_by->resource == "latency") return latency_sentence(measured);
    const model::TimeShare* part = model::find_share(measured, measured.limited_by->resource);
    if (part == nullptr) return {};
    std::string text = resource_words(part->resource) + ": " + of_roof(*part);
    for (const std::string_view other : model::sharing_hardware(part->resource)) {
        const model::TimeShare* beside = model::find_share(measured, other);
        if (other == part->resource || beside == nullptr || beside->share < worth_a_word) continue;
        text += fmt::format("; {}: {}; together {:.0f} % of the time", resource_words(other), of_roof(*beside),
                            100 * std::min(measured.limited_by->share.value_or(0), 1.0));
    }
    if (const double local = local_part(*part); local >= worth_a_word)
        text +=
            fmt::format("; {:.0f} % of them are {}", 100 * local, are_all_spills(result) ? "spills" : "local memory's");
    return text + ".";
}

}  // namespace spillway::teaching
