#include "app/teaching/wait_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/teaching/time_words.h"

namespace spillway::teaching {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::string_view issued = "selected";
constexpr double least_share = 0.005;  ///< of all samples; less rounds to zero
constexpr std::size_t max_reasons = 4;

constexpr std::array sources{Words{"local", "local memory"},         Words{"global", "global memory"},
                             Words{"shared", "shared memory"},       Words{"texture", "a texture"},
                             Words{"constant", "constant memory"},   Words{"atomics", "an atomic operation"},
                             Words{"special", "a special function"}, Words{"memory", "global or local memory"}};

std::string source_words(std::string_view name)
{
    for (const auto& [key, words] : sources)
        if (key == name) return std::string(words);
    return std::string(name.substr(0, 64));
}

std::string percent(double share)
{
    return share < 0.1 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::vector<std::pair<std::string, double>> shares_of(const model::LineStalls& of_line, std::int64_t all)
{
    std::vector<std::pair<std::string, double>> shares;
    for (const auto& [reason, count] : of_line.by_reason)
        shares.emplace_back(reason, static_cast<double>(count) / static_cast<double>(all));
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return shares;
}

}  // namespace

std::optional<double> WaitLane::share(int row) const
{
    if (row < 0 || static_cast<std::size_t>(row) >= rows.size() || rows[row].samples == 0) return std::nullopt;
    return static_cast<double>(rows[row].samples) / static_cast<double>(samples);
}

std::optional<WaitLane> wait_lane(std::vector<model::LineStalls> rows, std::int64_t samples)
{
    WaitLane lane;
    lane.rows = std::move(rows);
    lane.samples = samples;
    for (int row = 0; row < static_cast<int>(lane.rows.size()); ++row) {
        const double share = lane.share(row).value_or(0);
        if (share <= lane.most) continue;
        lane.most = share;
        lane.most_row = row;
    }
    if (lane.most_row < 0) return std::nullopt;
    return lane;
}

std::optional<WaitLane> wait_lane(const model::StalledLines& lines, int rows)
{
    std::vector<model::LineStalls> of_lines(static_cast<std::size_t>(std::max(0, rows)));
    for (const auto& [line, stalls] : lines.source)
        if (line >= 1 && line <= rows) of_lines[static_cast<std::size_t>(line - 1)] = stalls;
    return wait_lane(std::move(of_lines), lines.samples);
}

std::string waited_for(std::string_view reason)
{
    const auto colon = reason.find(':');
    if (colon == std::string_view::npos) {
        if (reason == "long_scoreboard") return "data from global, local or texture memory";
        if (reason == "short_scoreboard") return "data from shared or constant memory, or a special function";
        return stall_words(reason);
    }
    std::string_view from = reason.substr(colon + 1);
    if (from == "special") return "the result of a special function";
    std::string words = "data from ";
    for (bool is_first = true; !from.empty(); is_first = false) {
        const auto plus = from.find('+');
        words += (is_first ? "" : " and ") + source_words(from.substr(0, plus));
        from.remove_prefix(plus == std::string_view::npos ? from.size() : plus + 1);
    }
    return words;
}

std::string wait_words(const WaitLane& lane, int row)
{
    const auto share = lane.share(row);
    if (!share) return {};
    std::string words = percent(*share) + " of the samples are here";
    std::size_t count = 0;
    bool says_wait = false;
    for (const auto& [reason, part] : shares_of(lane.rows[row], lane.samples)) {
        if (count == max_reasons || (count > 0 && part < least_share)) break;
        words += count++ == 0 ? ": " : ", ";
        if (reason == issued) {
            words += percent(part) + " issue";
            continue;
        }
        words += percent(part) + (says_wait ? " for " : " wait for ") + waited_for(reason);
        says_wait = true;
    }
    return words + ".";
}

std::string most_waited_words(const WaitLane& lane)
{
    const model::LineStalls& stalls = lane.rows[static_cast<std::size_t>(lane.most_row)];
    const std::string line = "Line " + std::to_string(lane.most_row + 1) + ": ";
    const auto* wait = stalls.largest_wait();
    if (wait == nullptr) return line + percent(lane.most) + " of the samples issue here.";
    const double share = static_cast<double>(wait->second) / static_cast<double>(lane.samples);
    return line + percent(share) + " of the samples wait here for " + waited_for(wait->first) + ".";
}

std::string missing_waits_words(const model::RunResult& result, const model::Listing& listing)
{
    const model::Measurement& measured = result.measurement;
    if (!listing.sass) return "The waits of each line need the SASS.";
    if (measured.stall_samples)
        return "The samples are of other machine code: another compiler's, or of another GPU's architecture.";
    if (measured.stall_samples_reason) return *measured.stall_samples_reason + ".";
    if (measured.counters_reason) return *measured.counters_reason + ".";
    switch (measured.source) {
        case model::MeasurementSource::none: return "The waits of each line need a GPU, or a recording.";
        case model::MeasurementSource::recorded:
            return measured.counters ? "This recording has no waits by line: record again, or measure on a GPU."
                                     : "Not recorded here: recordings have the waits of each line along the x axis, "
                                       "with all else at its default.";
        case model::MeasurementSource::live: break;
    }
    return "The waits of each line are being sampled on the GPU.";
}

}  // namespace spillway::teaching
