#pragma once

#include "app/ptx/access.h"

namespace spillway::ptx {

/// Records reads and writes of shared memory, to find races and reads of unwritten bytes. `warp` may be null where an
/// asynchronous copy writes.
void note_shared(Warp& warp, const Instruction& in, const Access& access, Mask lanes, const std::byte* written,
                 int stride);

}  // namespace spillway::ptx
