#pragma once

// One access of a warp to memory: where each lane's bytes are, checked and counted.

#include "app/ptx/warp.h"

namespace spillway::ptx {

struct Access {
    std::uint64_t addresses[lane_count];  ///< in the space that the instruction names
    std::byte* at[lane_count];            ///< of the lanes that carry out, once located
    int bytes = 4;                        ///< of one lane, a power of two
    bool is_write = false;
    bool is_atomic = false;
    bool reads_first = false;  ///< an atomic operation, which reads the old value
    bool is_counted = true;
    bool needs_each = true;       ///< false: of lanes one behind the other in global memory only at[0] is wanted
    bool is_consecutive = false;  ///< all 32 lanes, one behind the other in one memory
};

/// The addresses of an argument, of all lanes. Part of its callers, with whose vectors it is compiled.
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
/// Finds, checks and counts. False where the kernel is at fault, which is then told.
[[nodiscard]] bool locate(Warp& warp, const Instruction& in, Space space, Access& access);

}  // namespace spillway::ptx
