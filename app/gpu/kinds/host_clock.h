#pragma once

#include "app/gpu/device.h"
#include "app/gpu/launch.h"

namespace spillway::gpu {

/// Time on the host's clock, in seconds, from the launch call until its end is seen. Polls the event, as a program with
/// low-latency needs does.
[[nodiscard]] Failure launch_by_host_clock(const DriverApi& api, const Launch& launch, CuStream stream, CuEvent event,
                                           double& seconds);

}  // namespace spillway::gpu
