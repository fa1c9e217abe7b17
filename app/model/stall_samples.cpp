#include "app/model/stall_samples.h"

#include <algorithm>
#include <tuple>

namespace spillway::model {
namespace {

constexpr std::size_t head = 3;  ///< function, offset, samples
constexpr std::int64_t max_samples = std::int64_t{1} << 50;
constexpr std::size_t max_name_bytes = 8192, max_names = 1000;
/// The bar beside the code shows no less than a thousandth of a launch's samples.
constexpr std::int64_t shown_share = 1000;

bool is_within(std::int64_t value, std::int64_t max)
{
    return value >= 0 && value <= max;
}

bool are_names(const std::vector<std::string>& names)
{
    return names.size() <= max_names && std::all_of(names.begin(), names.end(), [](const std::string& name) {
               return name.size() <= max_name_bytes;
           });
}

bool is_plausible(const InstructionSamples& at, const StallSamples& all)
{
    if (at.function < 0 || at.function >= static_cast<std::int64_t>(all.functions.size())) return false;
    if (!is_within(at.offset, std::int64_t{1} << 40) || !is_within(at.samples, all.samples)) return false;
    std::int64_t explained = 0;
    for (const InstructionSamples::Reason& reason : at.reasons) {
        if (reason.reason < 0 || reason.reason >= static_cast<std::int64_t>(all.reasons.size())) return false;
        if (!is_within(reason.samples, at.samples - explained)) return false;
        explained += reason.samples;
    }
    return true;
}

/// Largest power of ten up to the square root of `samples`.
std::int64_t noise_step(std::int64_t samples)
{
    std::int64_t step = 1;
    while (step * step * 100 <= samples) step *= 10;
    return step;
}

/// Largest power of ten up to the least share that the bar beside the code shows.
std::int64_t display_step(std::int64_t all_samples)
{
    std::int64_t step = 1;
    while (step * 10 <= all_samples / shown_share) step *= 10;
    return step;
}

/// Removes unused names and renumbers the indices. `each` calls its argument with every index.
template <typename Each>
void drop_unused(std::vector<std::string>& names, const Each& each)
{
    std::vector<std::int64_t> place(names.size(), -1);
    each([&](const std::int64_t& index) { place.at(static_cast<std::size_t>(index)) = 0; });
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (place[i] < 0) continue;
        place[i] = static_cast<std::int64_t>(kept.size());
        kept.push_back(std::move(names[i]));
    }
    names = std::move(kept);
    each([&](std::int64_t& index) { index = place[static_cast<std::size_t>(index)]; });
}

}  // namespace

void keep_most(StallSamples& samples, std::size_t max_instructions, std::size_t max_reasons)
{
    auto& instructions = samples.instructions;
    if (instructions.size() > max_instructions) {
        std::sort(instructions.begin(), instructions.end(), [](const auto& a, const auto& b) {
            return std::tie(b.samples, a.function, a.offset) < std::tie(a.samples, b.function, b.offset);
        });
        instructions.resize(max_instructions);
    }
    std::sort(instructions.begin(), instructions.end(), [](const auto& a, const auto& b) {
        return std::tie(a.function, a.offset) < std::tie(b.function, b.offset);
    });
    for (InstructionSamples& at : instructions) {
        std::sort(at.reasons.begin(), at.reasons.end(), [](const auto& a, const auto& b) {
            return std::tie(b.samples, a.reason) < std::tie(a.samples, b.reason);
        });
        if (at.reasons.size() > max_reasons) at.reasons.resize(max_reasons);
    }
}

void round_down(StallSamples& samples)
{
    if (why_implausible(samples)) return;  // the reader reports it
    for (InstructionSamples& at : samples.instructions) {
        const std::int64_t step = std::max(noise_step(at.samples), display_step(samples.samples));
        at.samples -= at.samples % step;
        for (InstructionSamples::Reason& reason : at.reasons) reason.samples -= reason.samples % step;
        std::erase_if(at.reasons, [](const auto& reason) { return reason.samples == 0; });
    }
    std::erase_if(samples.instructions, [](const auto& at) { return at.samples == 0; });
    drop_unused(samples.functions, [&](const auto& use) {
        for (InstructionSamples& at : samples.instructions) use(at.function);
    });
    drop_unused(samples.reasons, [&](const auto& use) {
        for (InstructionSamples& at : samples.instructions)
            for (InstructionSamples::Reason& reason : at.reasons) use(reason.reason);
    });
}

PackedInstructions packed(const StallSamples& samples)
{
    PackedInstructions rows;
    rows.reserve(samples.instructions.size());
    for (const InstructionSamples& at : samples.instructions) {
        std::vector<std::int64_t>& row = rows.emplace_back(std::vector{at.function, at.offset, at.samples});
        for (const InstructionSamples::Reason& reason : at.reasons)
            row.insert(row.end(), {reason.reason, reason.samples});
    }
    return rows;
}

void unpack(const PackedInstructions& packed, StallSamples& samples)
{
    samples.instructions.clear();
    for (const std::vector<std::int64_t>& row : packed) {
        InstructionSamples& at = samples.instructions.emplace_back();
        at.function = -1;  // marks an invalid row, which why_implausible refuses
        if (row.size() < head || (row.size() - head) % 2 != 0) continue;
        at.function = row[0];
        at.offset = row[1];
        at.samples = row[2];
        for (std::size_t i = head; i < row.size(); i += 2) at.reasons.push_back({row[i], row[i + 1]});
    }
}

std::optional<std::string> why_implausible(const StallSamples& samples)
{
    const bool is_plausible_whole =
        is_within(samples.samples, max_samples) && is_within(samples.dropped, max_samples) &&
        is_within(samples.period_cycles, max_samples) && samples.code.size() <= max_name_bytes;
    if (!is_plausible_whole) return "the samples of stalled warps have an invalid number";
    if (!are_names(samples.functions) || !are_names(samples.reasons))
        return "the samples of stalled warps have invalid names";
    std::int64_t all = 0;
    for (const InstructionSamples& at : samples.instructions) {
        if (!is_plausible(at, samples)) return "an instruction has invalid samples of stalled warps";
        all += at.samples;
        if (all > samples.samples) return "there are more samples at the instructions than in the whole launch";
    }
    return std::nullopt;
}

}  // namespace spillway::model
