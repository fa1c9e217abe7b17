#pragma once

// Textures: texels in the order that the hardware likes, and the object that a kernel fetches through.

#include <optional>

#include "app/gpu/device.h"
#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::gpu {

/// Why a buffer cannot be a texture on this GPU, if so.
[[nodiscard]] std::optional<model::Error> check_texture(const model::PlannedBuffer& buffer, int most_width_1d);

struct Texture {
    Owned<CuArray> array;  ///< none: fetched from the buffer's own memory
    Owned<CuTexture> object;
};

/// A texture of what lies at `texels`, row by row. What one dimension and plain fetches (tex1Dfetch) can do is fetched
/// from there; all else is copied into an array first.
[[nodiscard]] Failure make_texture(const DriverApi& api, const model::PlannedBuffer& buffer, CuPointer texels,
                                   CuStream stream, Texture& texture);

}  // namespace spillway::gpu
