#pragma once

// Counts sectors, cache lines and shared-memory wavefronts of one access of a warp. Inline, so that each caller
// compiles them for its own vectors; loops over all 32 lanes without branches, which a compiler vectorises.

#include <algorithm>
#include <bit>

#include "app/model/shared_banks.h"
#include "app/ptx/access.h"

namespace spillway::ptx {

using LaneNumbers = std::uint32_t[lane_count];

/// Address / `unit` of each lane, lower 32 bits, which differ for different addresses of one memory. A lane outside
/// `lanes` gets the number of the first lane in it, which adds no distinct number.
inline void number_lanes(const Access& access, Mask lanes, int unit, LaneNumbers& numbers)
{
    const int shift = std::countr_zero(static_cast<unsigned>(unit));
    const auto first = static_cast<std::uint32_t>(access.addresses[first_lane(lanes)] >> shift);
    SPILLWAY_EACH_LANE
    {
        const auto number = static_cast<std::uint32_t>(access.addresses[i] >> shift);
        numbers[i] = (lanes & lane_bits[static_cast<std::size_t>(i)]) != 0 ? number : first;
    }
}

/// Distance of each lane's number to the nearest number of a lower lane, as a ^ b. 0: a lower lane has the same number;
/// less than 2^n: a lower lane has the same number / 2^n. Lane 0 gets more than any distance. The numbers differ in at
/// most 31 bits.
inline void find_nearest(const LaneNumbers& numbers, LaneNumbers& nearest)
{
    const std::uint32_t far = numbers[0] ^ (std::uint32_t{1} << 31);
    std::uint32_t falls = 0;
    for (int i = 1; i < lane_count; ++i) falls |= numbers[i] < numbers[i - 1] ? 1 : 0;
    if (falls == 0) {  // the nearest is the neighbour
        nearest[0] = numbers[0] ^ far;
        for (int i = 1; i < lane_count; ++i) nearest[i] = numbers[i] ^ numbers[i - 1];
        return;
    }
    std::uint32_t behind[2 * lane_count];
    SPILLWAY_EACH_LANE behind[i] = far;
    SPILLWAY_EACH_LANE behind[lane_count + i] = numbers[i];
    constexpr int part = 8;
    for (int first = 0; first < lane_count; first += part) {
        const std::uint32_t* const own = behind + lane_count + first;
        std::uint32_t least[part];
        for (int i = 0; i < part; ++i) least[i] = ~std::uint32_t{0};
        for (int back = 1; back < lane_count; ++back)
            for (int i = 0; i < part; ++i) least[i] = std::min(least[i], own[i] ^ own[i - back]);
        for (int i = 0; i < part; ++i) nearest[first + i] = least[i];
    }
}

/// Number of lanes with at least `least`.
inline std::uint64_t count_lanes(const LaneNumbers& numbers, std::uint32_t least)
{
    std::uint32_t sum = 0;
    for (const std::uint32_t each : numbers) sum += each >= least ? 1 : 0;
    return sum;
}

/// Numbers of distinct 32-byte sectors and 128-byte lines of an access.
struct Touched {
    std::uint64_t sectors = 0, lines = 0;
};
/// Sectors and lines of these lanes. The addresses must be aligned and in one memory, so each lane has one sector.
[[nodiscard]] inline Touched touched(const Access& access, Mask lanes)
{
    LaneNumbers sectors, nearest;
    number_lanes(access, lanes, 32, sectors);
    find_nearest(sectors, nearest);
    return {count_lanes(nearest, 1), count_lanes(nearest, 4)};
}

/// Wavefronts for lanes that shared memory serves together: the largest number of distinct words in one bank. Words of
/// 8 and 16 bytes take 2 and 4 banks at once, so groups of banks count like banks.
inline std::uint64_t rounds_of(const Access& access, Mask lanes, int unit)
{
    if (lanes == 0) return 0;
    LaneNumbers words, groups, nearest, count = {};
    number_lanes(access, lanes, unit, words);
    const auto last_group = static_cast<std::uint32_t>(4 * lane_count / unit - 1);
    SPILLWAY_EACH_LANE groups[i] = words[i] & last_group;
    std::uint32_t used = 0;
    SPILLWAY_EACH_LANE used |= std::uint32_t{1} << groups[i];
    if (std::popcount(used) == std::popcount(lanes)) return 1;
    find_nearest(words, nearest);
    if (static_cast<std::uint64_t>(std::popcount(used)) == count_lanes(nearest, 1)) return 1;
    SPILLWAY_EACH_LANE groups[i] = nearest[i] != 0 ? groups[i] : lane_count;
    for (const std::uint32_t group : groups)
        SPILLWAY_EACH_LANE count[i] += group == static_cast<std::uint32_t>(i) ? 1 : 0;
    std::uint32_t most = 0;
    SPILLWAY_EACH_LANE most = std::max(most, count[i]);
    return most;
}

/// True if the lanes i and i ^ `distance` have the same address where both are in `lanes`.
inline bool share_in_pairs(const Access& access, Mask lanes, int distance)
{
    std::uint64_t differ = 0;
    SPILLWAY_EACH_LANE
    {
        const Mask both = lane_bits[static_cast<std::size_t>(i)] | lane_bits[static_cast<std::size_t>(i ^ distance)];
        const std::uint64_t difference = access.addresses[i] ^ access.addresses[i ^ distance];
        differ |= (lanes & both) == both ? difference : 0;
    }
    return differ == 0;
}

/// Passes of an access through shared memory.
struct Passes {
    std::uint64_t wavefronts = 0, conflicts = 0;  ///< conflicts: wavefronts beyond one for each group of lanes
};
[[nodiscard]] inline Passes passes(const Access& access, Mask lanes)
{
    if (access.bytes <= 4) {
        const std::uint64_t rounds = rounds_of(access, lanes, 4);
        return {rounds, rounds > 0 ? rounds - 1 : 0};
    }
    const bool shares = share_in_pairs(access, lanes, 1) || share_in_pairs(access, lanes, 2);
    const int together = model::lanes_served_together(access.bytes, shares);
    const Mask group = together >= lane_count ? all_lanes : (Mask{1} << together) - 1;
    Passes all;
    for (int first = 0; first < lane_count; first += together) {
        const std::uint64_t rounds = rounds_of(access, lanes & group << first, access.bytes);
        all.wavefronts += rounds;
        if (rounds > 0) all.conflicts += rounds - 1;
    }
    return all;
}

}  // namespace spillway::ptx
