#pragma once

// Wavefronts and bank conflicts of single loads from shared memory, counted on an H200 (driver 580.159.04, CUDA 13.0)
// with l1tex__data_pipe_lsu_wavefronts_mem_shared and l1tex__data_bank_conflicts_pipe_lsu_mem_shared.

#include <array>

namespace spillway::tests {

struct MeasuredWavefronts {
    const char* pattern;
    int (*element)(int lane);  ///< index in an array of float2 or float4; -1: the lane does not load
    int wavefronts_of_8_bytes, conflicts_of_8_bytes, wavefronts_of_16_bytes, conflicts_of_16_bytes;
};

inline constexpr std::array measured_wavefronts{
    MeasuredWavefronts{"lane", [](int l) { return l; }, 2, 0, 4, 0},
    MeasuredWavefronts{"(lane % 8) * 8 + lane / 8", [](int l) { return l % 8 * 8 + l / 8; }, 8, 6, 32, 28},
    MeasuredWavefronts{"(lane % 4) * 8 + lane / 4", [](int l) { return l % 4 * 8 + l / 4; }, 4, 2, 16, 12},
    MeasuredWavefronts{"(lane % 2) * 8 + lane / 2", [](int l) { return l % 2 * 8 + l / 2; }, 2, 0, 8, 4},
    MeasuredWavefronts{"(lane % 16) * 8 + lane / 16", [](int l) { return l % 16 * 8 + l / 16; }, 16, 14, 32, 28},
    MeasuredWavefronts{"lane * 8", [](int l) { return l * 8; }, 16, 14, 32, 28},
    MeasuredWavefronts{"lane * 2", [](int l) { return l * 2; }, 4, 2, 8, 4},
    MeasuredWavefronts{"(lane % 8) * 16 + lane / 8", [](int l) { return l % 8 * 16 + l / 8; }, 16, 14, 32, 28},
    MeasuredWavefronts{"(lane % 16) * 16 + lane / 16", [](int l) { return l % 16 * 16 + l / 16; }, 32, 30, 32, 28},
    MeasuredWavefronts{"(lane % 4) * 16 + lane / 4", [](int l) { return l % 4 * 16 + l / 4; }, 8, 6, 16, 12},
    MeasuredWavefronts{"(lane % 2) * 16 + lane / 2", [](int l) { return l % 2 * 16 + l / 2; }, 4, 2, 8, 4},
    MeasuredWavefronts{"lane % 8", [](int l) { return l % 8; }, 2, 0, 4, 0},
    MeasuredWavefronts{"lane ^ 1", [](int l) { return l ^ 1; }, 2, 0, 4, 0},
    MeasuredWavefronts{"lane / 2", [](int l) { return l / 2; }, 1, 0, 2, 0},
    MeasuredWavefronts{"lanes i and i ^ 2 share", [](int l) { return (l & 1) + (l >> 2) * 2; }, 1, 0, 2, 0},
    MeasuredWavefronts{"lanes i and i ^ 4 share", [](int l) { return (l & 3) + (l >> 3) * 4; }, 2, 0, 4, 0},
    MeasuredWavefronts{"the lower half shares", [](int l) { return l < 16 ? l / 2 : l; }, 2, 0, 4, 0},
    MeasuredWavefronts{"the halves share by 1 and 2", [](int l) { return l < 16 ? l / 2 : (l & 1) + (l >> 2) * 2; }, 2,
                       0, 4, 0},
    MeasuredWavefronts{"lane / 2 * 8", [](int l) { return l / 2 * 8; }, 8, 7, 16, 14},
    MeasuredWavefronts{"one for all", [](int) { return 0; }, 1, 0, 2, 0},
    MeasuredWavefronts{"lane / 4", [](int l) { return l / 4; }, 1, 0, 2, 0},
    MeasuredWavefronts{"the lower half alone", [](int l) { return l < 16 ? l : -1; }, 1, 0, 2, 0},
    MeasuredWavefronts{"even lanes alone", [](int l) { return l % 2 == 0 ? l : -1; }, 2, 1, 4, 2},
    MeasuredWavefronts{"lanes 0 and 1 of each 4", [](int l) { return l % 4 < 2 ? l : -1; }, 2, 1, 4, 2},
    MeasuredWavefronts{"even lanes, lane * 8", [](int l) { return l % 2 == 0 ? l * 8 : -1; }, 16, 15, 16, 14},
    MeasuredWavefronts{"even lanes, lane / 2", [](int l) { return l % 2 == 0 ? l / 2 : -1; }, 1, 0, 2, 0},
    MeasuredWavefronts{"the outer quarters", [](int l) { return l < 8 || l >= 24 ? l : -1; }, 2, 0, 2, 0},
};

}  // namespace spillway::tests
