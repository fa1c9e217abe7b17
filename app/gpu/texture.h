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

/// A texture of what lies at `texels`, row by row. One-dimensional ones wider than `most_width_1d` are fetched from
/// there; all others are copied into an array first.
[[nodiscard]] Failure make_texture(const DriverApi& api, const model::PlannedBuffer& buffer, int most_width_1d,
                                   CuPointer texels, CuStream stream, Texture& texture);

}  // namespace spillway::gpu
