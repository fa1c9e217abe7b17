#pragma once

// How shared memory serves a warp's access in parts. Measured on an H200 (tests/support/measured_wavefronts.h).

#include <cstdint>

namespace spillway::model {

/// Lanes that shared memory serves together: all 32 for up to 4 bytes per lane, else those of 128 bytes. Twice as many
/// if the lanes share in pairs: in the whole warp, the lanes i and i ^ 1, or the lanes i and i ^ 2, have the same
/// address where both are active.
[[nodiscard]] constexpr int lanes_served_together(std::int64_t bytes_per_lane, bool shares_in_pairs)
{
    constexpr int warp_lanes = 32;
    constexpr std::int64_t bytes_per_turn = 128;
    if (bytes_per_lane * warp_lanes <= bytes_per_turn) return warp_lanes;
    const auto lanes = static_cast<int>(bytes_per_turn / bytes_per_lane);
    return shares_in_pairs ? 2 * lanes : lanes;
}

}  // namespace spillway::model
