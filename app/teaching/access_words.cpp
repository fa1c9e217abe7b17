#include "app/teaching/access_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

using catalogue::WarpAccess;
using model::AccessMemory;

int active_lanes(const WarpAccess& warp)
{
    return static_cast<int>(
        std::count_if(warp.addresses.begin(), warp.addresses.end(), [](auto& a) { return a.has_value(); }));
}

std::string with_noun(std::int64_t number, const char* one, const char* many)
{
    return grouped(number) + " " + (number == 1 ? one : many);
}

/// Minimum number of sectors for an access of this many bytes.
std::int64_t fewest_sectors(std::int64_t bytes)
{
    return (bytes + catalogue::sector_bytes - 1) / catalogue::sector_bytes;
}

std::vector<AccessFigure> global_figures(const WarpAccess& warp)
{
    const catalogue::Touched touched = catalogue::touched(warp);
    const auto sectors = static_cast<std::int64_t>(touched.sectors.size());
    const std::int64_t moved = sectors * catalogue::sector_bytes;
    const double used = moved == 0 ? 1 : static_cast<double>(touched.asked_bytes) / static_cast<double>(moved);
    return {{std::to_string(sectors), sectors == 1 ? "sector" : "sectors",
             "32 bytes each: the smallest unit that memory moves. A touched sector moves as a whole.",
             sectors > fewest_sectors(touched.asked_bytes)},
            {std::to_string(touched.lines.size()), touched.lines.size() == 1 ? "line" : "lines",
             "128 bytes each, four sectors: a cache keeps one tag per line.", false},
            {grouped(touched.asked_bytes), "bytes requested", "Each byte once, however many lanes read it.", false},
            {grouped(moved), "bytes moved", "All bytes of the sectors that are touched.", false},
            {fmt::format("{:.3g} %", 100 * used), "of them used", "Bytes requested over bytes moved.", used < 0.5}};
}

std::vector<AccessFigure> shared_figures(const WarpAccess& warp)
{
    const catalogue::BankUse use = catalogue::bank_use(warp);
    const auto banks = std::count_if(use.words.begin(), use.words.end(), [](int words) { return words > 0; });
    return {{std::to_string(use.turns), use.turns == 1 ? "turn" : "turns",
             "How many turns the banks take until every lane has its word.", use.conflicts > 0},
            {std::to_string(use.conflicts), use.conflicts == 1 ? "bank conflict" : "bank conflicts",
             "Turns that are needed only because different words share a bank.", false},
            {std::to_string(banks), banks == 1 ? "bank used" : "banks used", "Of 32, each 4 bytes wide.", false}};
}

std::vector<AccessFigure> constant_figures(const WarpAccess& warp)
{
    const int words = catalogue::distinct_words(warp);
    return {{std::to_string(words), words == 1 ? "word" : "different words",
             "The constant cache serves one word at a time, to all lanes that want it.", words > 1}};
}

}  // namespace

std::vector<AccessFigure> access_figures(const model::Access& access, const WarpAccess& warp)
{
    switch (access.memory) {
        case AccessMemory::shared: return shared_figures(warp);
        case AccessMemory::constant: return constant_figures(warp);
        case AccessMemory::global: break;
    }
    return global_figures(warp);
}

std::string access_sentence(const model::Access& access, const WarpAccess& warp)
{
    const std::string lanes = with_noun(active_lanes(warp), "lane asks", "lanes ask");
    if (access.memory == AccessMemory::constant) {
        const int words = catalogue::distinct_words(warp);
        return fmt::format("{} for {}: {}.", lanes, with_noun(words, "word", "different words"),
                           words <= 1 ? "one answer for all" : fmt::format("{} answers, one after the other", words));
    }
    if (access.memory == AccessMemory::shared) {
        const catalogue::BankUse use = catalogue::bank_use(warp);
        if (active_lanes(warp) == 1) return lanes + ": no conflict.";
        const int together = catalogue::lanes_at_a_time(warp);
        if (use.conflicts == 0 && together < catalogue::warp_lanes)
            return fmt::format("{}, {} at a time, and in no group do two different words share a bank: no conflict.",
                               lanes, together);
        if (use.conflicts == 0) return fmt::format("{} and no two different words share a bank: no conflict.", lanes);
        return fmt::format("{} and up to {} different words are in one bank: {} instead of {}.", lanes,
                           *std::max_element(use.words.begin(), use.words.end()), with_noun(use.turns, "turn", "turns"),
                           use.turns - use.conflicts);
    }
    const catalogue::Touched touched = catalogue::touched(warp);
    const auto sectors = static_cast<std::int64_t>(touched.sectors.size());
    const std::int64_t wasted = sectors * catalogue::sector_bytes - touched.asked_bytes;
    return fmt::format(
        "{} for {} and touch {} of {}: {}.", lanes, with_noun(touched.asked_bytes, "byte", "bytes"),
        with_noun(sectors, "sector", "sectors"),
        with_noun(static_cast<std::int64_t>(touched.lines.size()), "line", "lines"),
        wasted == 0 ? "no byte moves needlessly" : grouped(wasted) + " more bytes move than were requested");
}

std::string lane_sentence(const model::Access& access, const WarpAccess& warp, int lane)
{
    const auto& address = warp.addresses[static_cast<std::size_t>(lane)];
    if (!address) return fmt::format("Lane {} does not take part.", lane);
    const std::string bytes =
        fmt::format("Lane {}: bytes {} to {}", lane, grouped(*address), grouped(*address + warp.bytes - 1));
    const auto part = [&](std::int64_t size) {
        return *address >= 0 ? *address / size : -((-*address + size - 1) / size);
    };
    if (access.memory == AccessMemory::global)
        return fmt::format("{}, sector {}, line {}", bytes, grouped(part(catalogue::sector_bytes)),
                           grouped(part(catalogue::line_bytes)));
    const std::int64_t word = part(catalogue::bank_bytes);
    if (access.memory == AccessMemory::constant) return fmt::format("{}, word {}", bytes, grouped(word));
    return fmt::format("{}, word {}, bank {}", bytes, grouped(word),
                       ((word % catalogue::bank_count) + catalogue::bank_count) % catalogue::bank_count);
}

}  // namespace spillway::teaching
