#pragma once

// Roofs: peak rates of a GPU's parts, measured by our own kernels (roof_kernels.cu). Each kernel uses one part at full
// speed, and its result is checked. Takes some tenths of a second; docs/measuring.md compares the figures with
// published ones.

#include "app/gpu/device_session.h"
#include "app/model/roofs.h"

namespace spillway::gpu {

/// Does not set driver and date. `where` of the Error names the failed roof.
[[nodiscard]] model::Expected<model::Roofs> measure_roofs(DeviceSession& session, const model::Gpu& gpu);

}  // namespace spillway::gpu
