#pragma once

#include <cstdint>
#include <vector>

namespace spillway::model {

/// One point of a what-if curve: warps per SM if only block size, registers or shared memory changed.
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
