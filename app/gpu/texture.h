#pragma once

// Textures: arrays in the hardware's texel order, and texture objects for fetches.

#include <optional>

#include "app/gpu/device.h"
#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Returns an Error if the buffer cannot be a texture on this GPU.
[[nodiscard]] std::optional<model::Error> check_texture(const model::PlannedBuffer& buffer, int max_width_1d);

struct Texture {
    Owned<CuArray> array;  ///< empty: fetches use the buffer's own memory
    Owned<CuTexture> object;
};

/// Makes a texture from the row-major texels at `texels`. One-dimensional textures with plain fetches (tex1Dfetch) use
/// this memory; all others get a copy in an array.
[[nodiscard]] Failure make_texture(const DriverApi& api, const model::PlannedBuffer& buffer, CuPointer texels,
                                   CuStream stream, Texture& texture);

}  // namespace spillway::gpu
