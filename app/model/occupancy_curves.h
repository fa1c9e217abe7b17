#pragma once

#include <cstdint>
#include <vector>

namespace spillway::model {

/// "What if only this were different": warps per SM over block size, registers, shared memory.
struct OccupancyPoint {
    std::int64_t x = 0;
    int blocks_per_sm = 0;
    int warps_per_sm = 0;
};

struct OccupancyCurves {
    std::vector<OccupancyPoint> over_block_size;    ///< x in threads
    std::vector<OccupancyPoint> over_registers;     ///< x in registers per thread
    std::vector<OccupancyPoint> over_shared_bytes;  ///< x in bytes per block, static plus dynamic
};

}  // namespace spillway::model
