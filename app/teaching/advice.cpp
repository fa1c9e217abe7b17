#include "app/teaching/advice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/model/counter_metrics.h"
#include "app/model/metrics.h"
#include "app/teaching/limit_advice.h"
#include "app/teaching/register_cap.h"

namespace spillway::teaching {
namespace {

using model::OccupancyPoint;

struct Situation {
    const model::RunResult& result;
    const model::Occupancy& occupancy;
    const model::Gpu& gpu;
    const model::OccupancyCurves* curves;
    const model::Experiment& experiment;

    [[nodiscard]] bool limits(const char* resource) const
    {
        return std::find(occupancy.limiter.begin(), occupancy.limiter.end(), resource) != occupancy.limiter.end();
    }
    [[nodiscard]] std::int64_t knob(const char* name) const
    {
        const auto found = result.parameters.find(name);
        if (found == result.parameters.end()) return 0;
        const auto* number = std::get_if<std::int64_t>(&found->second);
        return number ? *number : 0;
    }
    [[nodiscard]] std::int64_t shared_bytes() const
    {
        return (result.compile ? result.compile->static_shared_bytes : 0) + result.dynamic_shared_bytes;
    }
};

/// A block's use of a resource, and the amount that resident blocks leave free.
struct Need {
    std::string taken;  ///< "10,240 registers"
    std::string free;   ///< "4,096"
    bool fits_by_size = false;
};

Need make_need(std::int64_t per_block, std::int64_t whole, int blocks, const std::string& taken, bool bytes)
{
    const std::int64_t left = std::max<std::int64_t>(0, whole - per_block * blocks);
    const std::string number = bytes ? model::format_bytes(static_cast<double>(left)) : grouped(left);
    return {taken, left == 0 ? "none" : number, left >= per_block};
}

int warps_per_block(const Situation& s)
{
    if (s.occupancy.blocks_per_sm > 0) return s.occupancy.warps_per_sm / s.occupancy.blocks_per_sm;
    const std::int64_t threads = s.knob("block_size");
    return static_cast<int>((threads + s.gpu.warp_size - 1) / s.gpu.warp_size);
}

std::vector<Need> needs(const Situation& s)
{
    std::vector<Need> all;
    const int blocks = s.occupancy.blocks_per_sm;
    if (s.limits("registers")) {
        const std::int64_t per_block = s.occupancy.allocated_registers_per_block;
        all.push_back(make_need(per_block, s.gpu.registers_per_sm, blocks, grouped(per_block) + " registers", false));
    }
    if (s.limits("shared_memory")) {
        const std::int64_t per_block = s.occupancy.allocated_shared_bytes_per_block;
        const std::string taken = model::format_bytes(static_cast<double>(per_block)) + " of shared memory";
        all.push_back(make_need(per_block, s.gpu.shared_bytes_per_sm, blocks, taken, true));
    }
    if (s.limits("warps")) {
        const int per_block = warps_per_block(s);
        all.push_back(make_need(per_block, s.gpu.max_warps_per_sm(), blocks, counted(per_block, "warp slot"), false));
    }
    return all;
}

std::string nothing_fits(const Situation& s)
{
    if (s.limits("registers")) {
        return "Not even one block fits: it needs " + grouped(s.occupancy.allocated_registers_per_block) +
               " registers; the SM has " + grouped(s.gpu.registers_per_sm) + ".";
    }
    if (s.limits("shared_memory")) {
        return "Not even one block fits: it needs " +
               model::format_bytes(static_cast<double>(s.occupancy.allocated_shared_bytes_per_block)) +
               " of shared memory; a block may have " +
               model::format_bytes(static_cast<double>(s.gpu.shared_bytes_per_block_optin)) + ".";
    }
    return "Not even one block fits: it has " + counted(s.knob("block_size"), "thread") + "; a block may have " +
           grouped(s.gpu.max_threads_per_block) + ".";
}

std::string sentence_of(const Situation& s)
{
    const int blocks = s.occupancy.blocks_per_sm;
    if (blocks == 0) return nothing_fits(s);
    if (leaves_slots_empty(s.result))
        return "There is room for " + counted(s.occupancy.warps_per_sm, "warp") + " on the SM; on average it has " +
               grouped(std::lround(*model::achieved_occupancy(s.result) * s.gpu.max_warps_per_sm())) + ".";
    if (s.occupancy.warps_per_sm >= s.gpu.max_warps_per_sm())
        return "All " + grouped(s.gpu.max_warps_per_sm()) + " warp slots are taken: the SM is full.";
    if (s.limits("blocks") && !s.limits("registers") && !s.limits("shared_memory")) {
        return "The SM holds at most " + counted(s.occupancy.limit_blocks, "block") + ", however small; " +
               grouped(s.gpu.max_warps_per_sm() - s.occupancy.warps_per_sm) + " of its " +
               grouped(s.gpu.max_warps_per_sm()) + " warp slots stay empty.";
    }
    if (s.limits("barriers")) return "The SM has no barrier left for a " + ordinal(blocks + 1) + " block.";
    const std::vector<Need> all = needs(s);
    if (all.empty()) return {};
    const std::string start = "A " + ordinal(blocks + 1) + " block needs ";
    if (all.size() == 1) {
        const Need& need = all.front();
        if (need.fits_by_size)
            return start + need.taken + "; " + need.free + " are free, but spread over the SM's four parts.";
        return start + need.taken + "; " + need.free + (need.free == "1" ? " is free." : " are free.");
    }
    std::string taken = all[0].taken + " (" + all[0].free + " free)";
    for (std::size_t i = 1; i < all.size(); ++i) {
        taken += i + 1 == all.size() ? " and " : ", ";
        taken += all[i].taken + " (" + all[i].free + " free)";
    }
    return start + taken + ".";
}

bool in_range(const Situation& s, const char* knob, std::int64_t value)
{
    const model::Parameter* parameter = s.experiment.find_parameter(knob);
    if (parameter == nullptr || parameter->kind != model::ParameterKind::integer) return false;
    const auto& extra = parameter->extra_values;
    if (std::find(extra.begin(), extra.end(), value) != extra.end()) return true;
    if (value < parameter->first || value > parameter->last) return false;
    if (parameter->scale == model::Scale::power_of_two) return value > 0 && (value & (value - 1)) == 0;
    return parameter->step <= 1 || (value - parameter->first) % parameter->step == 0;
}

/// The largest x below the present one with more resident blocks; null if there is none.
const OccupancyPoint* largest_with_more_blocks(const std::vector<OccupancyPoint>& curve, std::int64_t below, int blocks)
{
    const OccupancyPoint* best = nullptr;
    for (const OccupancyPoint& point : curve)
        if (point.x < below && point.blocks_per_sm > blocks && (best == nullptr || point.x > best->x)) best = &point;
    return best;
}

/// Adds a register cap (not under a launch bound, which overrides it) and a higher launch bound.
void add_fewer_registers(const Situation& s, std::vector<Step>& steps)
{
    const int blocks = s.occupancy.blocks_per_sm;
    const int registers = s.result.compile && s.result.compile->registers ? *s.result.compile->registers : 0;
    const OccupancyPoint* point = largest_with_more_blocks(s.curves->over_registers, registers, blocks);
    if (point == nullptr || point->x <= 0) return;
    const bool is_bound =
        s.knob("min_blocks_per_sm") != 0 || (s.result.compile && s.result.compile->launch_bound_threads);
    if (!is_bound && in_range(s, "register_cap", point->x))
        steps.push_back({"Cap at " + grouped(point->x) + " registers", {{"register_cap", point->x}}});
    if (in_range(s, "min_blocks_per_sm", point->blocks_per_sm))
        steps.push_back({"Ask for " + counted(point->blocks_per_sm, "block") + " per SM",
                         {{"min_blocks_per_sm", std::int64_t{point->blocks_per_sm}}}});
}

void add_less_shared_memory(const Situation& s, std::vector<Step>& steps)
{
    const std::int64_t extra = s.knob("extra_shared_bytes");
    const OccupancyPoint* point =
        largest_with_more_blocks(s.curves->over_shared_bytes, s.shared_bytes(), s.occupancy.blocks_per_sm);
    if (point == nullptr) return;
    std::int64_t less = extra - (s.shared_bytes() - point->x);
    if (const model::Parameter* knob = s.experiment.find_parameter("extra_shared_bytes"); knob && knob->step > 1)
        less -= ((less % knob->step) + knob->step) % knob->step;
    if (less < 0 || !in_range(s, "extra_shared_bytes", less)) return;
    steps.push_back({"Take " + model::format_bytes(static_cast<double>(extra - less)) + " off the extra shared memory",
                     {{"extra_shared_bytes", less}}});
}

/// Adds the block size with the most resident warps that is nearest to the present one.
void add_other_block_size(const Situation& s, std::vector<Step>& steps)
{
    const std::int64_t now = s.knob("block_size");
    const OccupancyPoint* best = nullptr;
    for (const OccupancyPoint& point : s.curves->over_block_size) {
        if (point.warps_per_sm <= s.occupancy.warps_per_sm || !in_range(s, "block_size", point.x)) continue;
        const bool nearer = best != nullptr && std::llabs(point.x - now) < std::llabs(best->x - now);
        if (best == nullptr || point.warps_per_sm > best->warps_per_sm ||
            (point.warps_per_sm == best->warps_per_sm && nearer))
            best = &point;
    }
    if (best != nullptr) steps.push_back({"Blocks of " + counted(best->x, "thread"), {{"block_size", best->x}}});
}

std::vector<Step> steps_of(const Situation& s)
{
    std::vector<Step> steps;
    // If the launch does not fill the available slots, more slots would stay empty too.
    if (s.curves == nullptr || leaves_slots_empty(s.result)) return steps;
    if (s.occupancy.blocks_per_sm > 0 && s.occupancy.warps_per_sm >= s.gpu.max_warps_per_sm()) return steps;
    // If two resources limit equally, only another block size relieves both.
    if (s.occupancy.limiter.size() == 1 && s.limits("registers")) add_fewer_registers(s, steps);
    if (s.occupancy.limiter.size() == 1 && s.limits("shared_memory")) add_less_shared_memory(s, steps);
    add_other_block_size(s, steps);
    return steps;
}

}  // namespace

Advice next_block_advice(const model::RunResult& result, const model::Gpu& gpu, const model::OccupancyCurves* curves,
                         const model::Experiment& experiment)
{
    if (!result.occupancy) return {};
    const Situation situation{result, *result.occupancy, gpu, curves, experiment};
    std::string sentence = sentence_of(situation);
    if (const std::string cap = reached_cap_words(result, gpu); !cap.empty())
        sentence += (sentence.empty() ? "" : " ") + cap;
    return {std::move(sentence), steps_of(situation)};
}

std::string ordinal(int number)
{
    const int tens = number % 100;
    const char* ending = "th";
    if (tens < 11 || tens > 13) {
        if (number % 10 == 1) ending = "st";
        if (number % 10 == 2) ending = "nd";
        if (number % 10 == 3) ending = "rd";
    }
    return grouped(number) + ending;
}

std::string grouped(std::int64_t number)
{
    return model::format_count(static_cast<double>(number));
}

std::string counted(std::int64_t number, const char* noun)
{
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

}  // namespace spillway::teaching
