#pragma once

namespace spillway::gpu {

/// Zero-terminated text of device_helpers.ptx; the driver compiles it for its GPU.
extern const char* const device_helpers_text;
/// Text of empty_cache.ptx, for newer GPUs and drivers only.
extern const char* const empty_cache_text;
/// Text of roof_kernels.ptx.
extern const char* const roof_kernels_text;

}  // namespace spillway::gpu
