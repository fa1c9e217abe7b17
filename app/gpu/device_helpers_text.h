#pragma once

namespace spillway::gpu {

/// device_helpers.ptx, ended by a zero: what the driver compiles for its GPU.
extern const char* const device_helpers_text;
/// empty_cache.ptx: for newer GPUs and drivers only.
extern const char* const empty_cache_text;
/// roof_kernels.ptx.
extern const char* const roof_kernels_text;

}  // namespace spillway::gpu
