#pragma once

#include "app/gpu/device.h"
#include "app/gpu/launch.h"

namespace spillway::gpu {

/// Seconds on the host's clock from the call of a launch until its end was seen: the event is asked again and again, as
/// a program does that cannot wait.
[[nodiscard]] Failure launch_by_host_clock(const DriverApi& api, const Launch& launch, CuStream stream, CuEvent event,
                                           double& seconds);

}  // namespace spillway::gpu
