#pragma once

namespace spillway::gpu {

/// own_kernels.ptx, ended by a zero: what the driver compiles for its GPU.
extern const char* const own_kernels_text;

}  // namespace spillway::gpu
