#pragma once

#include <string>

namespace spillway::model {

/// Quantity that an exercise limits. Bytes of one buffer: read or written by all threads, or read by the busiest
/// thread. Sectors of one buffer that warps touch, as coalescing counts them. Bytes written to memory that is neither a
/// buffer nor the block's own. Steps of all warps, where divergent lanes count separately.
enum class Counted { reads, writes, reads_by_one_thread, sectors, writes_elsewhere, warp_steps };

/// Upper bound on one counted quantity, relative to the reference kernel.
struct AccessLimit {
    Counted what = Counted::reads;
    std::string buffer;  ///< empty for writes_elsewhere and warp_steps
    double factor = 1;   ///< times the reference's count
    friend bool operator==(const AccessLimit&, const AccessLimit&) = default;
};

/// A limit that a kernel with the right output exceeded.
struct ExceededLimit {
    AccessLimit limit;
    double made = 0, allowed = 0;  ///< counts, in the unit of `limit.what`
    friend bool operator==(const ExceededLimit&, const ExceededLimit&) = default;
};

}  // namespace spillway::model
