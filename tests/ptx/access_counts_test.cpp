// Sectors, lines and wavefronts, compared with a count by their definition, with sets.
#include "app/ptx/access_counts.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/measured_wavefronts.h"

namespace spillway::ptx {
namespace {

constexpr std::uint64_t first_address = (std::uint64_t{1} << 40) + (std::uint64_t{1} << 35);

std::uint64_t distinct(const Access& access, Mask lanes, std::uint64_t unit)
{
    std::set<std::uint64_t> found;
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(lanes, lane)) found.insert(access.addresses[lane] / unit);
    return found.size();
}

bool share(const Access& access, Mask lanes, int distance)
{
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(lanes, lane) && has(lanes, lane ^ distance) &&
            access.addresses[lane] != access.addresses[lane ^ distance])
            return false;
    return true;
}

std::uint64_t wavefronts_by_definition(const Access& access, Mask lanes)
{
    const int pairs = share(access, lanes, 1) || share(access, lanes, 2) ? 2 : 1;
    const int together = access.bytes <= 4 ? 32 : 128 / access.bytes * pairs;
    std::uint64_t rounds = 0;
    for (int first = 0; first < lane_count; first += together) {
        std::map<std::uint64_t, std::set<std::uint64_t>> words;  // of each bank
        std::size_t most = 0;
        for (int lane = first; lane < first + together; ++lane)
            for (std::uint64_t i = 0; has(lanes, lane) && i < static_cast<std::uint64_t>(access.bytes); i += 4) {
                const std::uint64_t word = (access.addresses[lane] + i) / 4;
                words[word % 32].insert(word);
                most = std::max(most, words[word % 32].size());
            }
        rounds += most;
    }
    return rounds;
}

/// Addresses with a step, in reverse, wrapped, or random in a small range.
Access made_access(std::mt19937& random)
{
    const auto below = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random()) % most; };
    Access access;
    access.bytes = 1 << below(6);
    const std::uint32_t step = below(70), wrap = 1U << (3 + below(10)), start = below(4096), kind = below(4);
    for (int lane = 0; lane < lane_count; ++lane) {
        const auto number = static_cast<std::uint32_t>(lane);
        std::uint32_t unit = start + number * step;
        if (kind == 1) unit = start + (31 - number) * step;
        if (kind == 2) unit = (start + number * step) % wrap;
        if (kind == 3) unit = below(wrap);
        access.addresses[lane] = first_address + std::uint64_t{unit} * static_cast<std::uint64_t>(access.bytes);
    }
    return access;
}

TEST(AccessCounts, MatchTheDefinition)
{
    std::mt19937 random(40);
    for (int i = 0; i < 20'000; ++i) {
        const Access access = made_access(random);
        Mask lanes = i % 3 == 0 ? all_lanes : static_cast<Mask>(i % 3 == 1 ? random() & random() : random());
        if (lanes == 0) lanes = 1;
        const Touched found = touched(access, lanes);
        ASSERT_EQ(found.sectors, distinct(access, lanes, 32)) << "access " << i;
        ASSERT_EQ(found.lines, distinct(access, lanes, 128)) << "access " << i;
        ASSERT_EQ(passes(access, lanes).wavefronts, wavefronts_by_definition(access, lanes)) << "access " << i;
    }
}

TEST(AccessCounts, OfSharedMemoryAreThoseOfAGpu)
{
    for (const tests::MeasuredWavefronts& measured : tests::measured_wavefronts)
        for (const int bytes : {8, 16}) {
            Access access;
            access.bytes = bytes;
            Mask lanes = 0;
            for (int lane = 0; lane < lane_count; ++lane) {
                const int element = measured.element(lane);
                access.addresses[lane] = static_cast<std::uint64_t>(std::max(0, element) * bytes);
                if (element >= 0) lanes |= bit(lane);
            }
            const Passes counted = passes(access, lanes);
            const bool is_wide = bytes == 16;
            EXPECT_EQ(counted.wavefronts, static_cast<std::uint64_t>(is_wide ? measured.wavefronts_of_16_bytes
                                                                             : measured.wavefronts_of_8_bytes))
                << measured.pattern << ", " << bytes << " bytes";
            EXPECT_EQ(counted.conflicts, static_cast<std::uint64_t>(is_wide ? measured.conflicts_of_16_bytes
                                                                            : measured.conflicts_of_8_bytes))
                << measured.pattern << ", " << bytes << " bytes";
        }
}

TEST(AccessCounts, AreZeroWithoutLanes)
{
    std::mt19937 random(40);
    const Access access = made_access(random);
    EXPECT_EQ(passes(access, 0).wavefronts, 0U);
}

}  // namespace
}  // namespace spillway::ptx
