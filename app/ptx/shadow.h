#pragma once

#include "app/ptx/access.h"

namespace spillway::ptx {

/// Records an access of a warp to shared memory; reports races and reads of unwritten bytes. `written`: the value of
/// lane 0, for a write that is not a race if the same bytes are there already; the next lane's is `stride` bytes later.
/// Null: values do not count.
void note_shared(Warp& warp, const Instruction& in, const Access& access, Mask lanes, const std::byte* written,
                 int stride);

}  // namespace spillway::ptx
