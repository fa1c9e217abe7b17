#pragma once

// What a GPU can do, part by part: measured by kernels of our own (roof_kernels.cu), each of which uses one part as
// fast as it goes. What each of them computed is checked. Some tenths of a second; docs/measuring.md has the figures
// beside published ones.

#include "app/gpu/device_session.h"
#include "app/model/roofs.h"

namespace spillway::gpu {

/// Leaves driver and date to the caller. The Error's `where` names the roof that could not be measured.
[[nodiscard]] model::Expected<model::Roofs> measure_roofs(DeviceSession& session, const model::Gpu& gpu);

}  // namespace spillway::gpu
