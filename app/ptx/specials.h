#pragma once

// Special registers of PTX: each has 32 words of 4 bytes in the memory of a warp.

#include <optional>
#include <string_view>

#include "app/ptx/program.h"

namespace spillway::ptx {

enum class Special : std::uint8_t {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    warpid,
    nwarpid,
    smid,
    nsmid,
    gridid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clusterid_x,
    clusterid_y,
    clusterid_z,
    nclusterid_x,
    nclusterid_y,
    nclusterid_z,
    cluster_ctaid_x,
    cluster_ctaid_y,
    cluster_ctaid_z,
    cluster_nctaid_x,
    cluster_nctaid_y,
    cluster_nctaid_z,
    cluster_ctarank,
    cluster_nctarank,
    dynamic_smem_size,
    total_smem_size,
    envreg1,  ///< high word of the grid barrier's address; 0 without a grid barrier
    envreg2,  ///< its low word
    envreg,   ///< all other %envreg0 to %envreg31: 0
    clock,
    clock_hi,
    clock64,
    globaltimer,
    globaltimer_lo,
    globaltimer_hi,
    count
};

/// Special register of a name such as "%tid.x"; empty for another name.
[[nodiscard]] std::optional<Special> special_of(std::string_view name);
/// Name, "%tid.x", of the special register at a special_offset(); empty if there is none.
[[nodiscard]] std::string_view name_at_special(std::int32_t offset);
/// True for registers that change while a warp runs.
[[nodiscard]] inline bool is_clock(Special special)
{
    return special >= Special::clock;
}
[[nodiscard]] inline std::int32_t special_offset(Special special)
{
    return static_cast<std::int32_t>(special) * lane_count * 4;
}

}  // namespace spillway::ptx
