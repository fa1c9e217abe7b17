#pragma once

#include "app/ptx/access.h"

namespace spillway::ptx {

/// What is read and written in shared memory, for races and for unwritten bytes. `warp` may be null where an
/// asynchronous copy writes.
void note_shared(Warp& warp, const Instruction& in, const Access& access, Mask lanes, const std::byte* written,
                 int stride);

}  // namespace spillway::ptx
