#pragma once

// One memory access of a warp: finds, checks and counts the bytes of each lane.

#include "app/ptx/warp.h"

namespace spillway::ptx {

struct Access {
    std::uint64_t addresses[lane_count];  ///< in the space that the instruction names
    std::byte* at[lane_count];            ///< of Warp::lanes, after locate()
    int bytes = 4;                        ///< per lane, a power of two
    bool is_write = false;
    bool is_atomic = false;
    bool reads_first = false;  ///< an atomic operation, which reads the old value
    bool is_counted = true;
    bool needs_each = true;       ///< false: if is_consecutive in global memory, locate() sets at[0] only
    bool is_consecutive = false;  ///< 32 active lanes with adjacent bytes of one memory, in order
};

/// Sets the addresses of all lanes from an argument. Inline, so that it is compiled for the vectors of each caller.
inline void set_addresses(const Warp& w, const Argument& argument, Access& access)
{
    const auto extra = static_cast<std::uint64_t>(static_cast<std::int64_t>(argument.extra));
    if (argument.kind == Argument::Kind::frame_address) {
        const std::uint64_t address = static_cast<std::uint64_t>(w.local_base() + argument.offset) + extra;
        SPILLWAY_EACH_LANE access.addresses[i] = address;
    } else if (argument.width == 4) {
        // A negative offset wraps at 32 bits.
        const auto* from = w.values<std::uint32_t>(argument);
        const auto step = static_cast<std::uint32_t>(argument.extra);
        SPILLWAY_EACH_LANE access.addresses[i] = from[i] + step;
    } else {
        const auto* from = w.values<std::uint64_t>(argument);
        SPILLWAY_EACH_LANE access.addresses[i] = from[i] + extra;
    }
}
/// Sets Access::at, checks the access and counts it. False after a fault, which it has reported.
[[nodiscard]] bool locate(Warp& warp, const Instruction& in, Space space, Access& access);

}  // namespace spillway::ptx
