#include "app/gpu/kinds/host_clock.h"

#include <chrono>

namespace spillway::gpu {

Failure launch_by_host_clock(const DriverApi& api, const Launch& launch, CuStream stream, CuEvent event,
                             double& seconds)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    if (auto failed = launch.enqueue(api, stream)) return failed;
    if (auto failed = failure(api.event_record(event, stream), "cuEventRecord")) return failed;
    CuResult status = not_ready;
    while (status == not_ready) status = api.event_query(event);
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return failure(status, "cuEventQuery");
}

}  // namespace spillway::gpu
