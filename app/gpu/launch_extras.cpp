#include "app/gpu/launch_extras.h"

#include <string>

namespace spillway::gpu {
namespace {

constexpr std::int64_t portable_cluster = 8;

/// 0 if the driver does not know the attribute.
std::int64_t attribute(const DriverApi& api, CuDevice device, int which)
{
    int value = 0;
    return api.device_attribute(&value, which, device) == 0 ? value : 0;
}

model::Error old_driver(const char* function)
{
    return {std::string("the NVIDIA driver is too old: it lacks ") + function, "launch", "install a newer driver"};
}

std::string clusters_of(const model::Job& job)
{
    return "clusters of " + std::to_string(job.plan->cluster) + " blocks";
}

std::optional<model::Error> check_cluster(const DriverApi& api, CuDevice device, const model::Job& job)
{
    const std::int64_t cluster = job.plan->cluster;
    if (cluster == 1) return std::nullopt;
    if (!api.launch_extended || !api.active_clusters) return old_driver("cuLaunchKernelEx");
    if (attribute(api, device, attribute_cluster_launch) == 0)
        return model::Error{clusters_of(job) + " need compute capability 9.0, and this GPU has less", "launch",
                            "choose a newer GPU"};
    if (job.grid[0] % cluster == 0) return std::nullopt;
    return model::Error{
        "a grid of " + std::to_string(job.grid[0]) + " blocks in x is not a multiple of " + clusters_of(job), "launch",
        "make the grid a multiple of the cluster size"};
}

std::optional<model::Error> check_window(const DriverApi& api, CuDevice device, const model::LaunchPlan& plan)
{
    if (!plan.access_window) return std::nullopt;
    const model::PlannedWindow& window = *plan.access_window;
    if (!api.launch_extended || !api.reset_persisting_l2) return old_driver("cuCtxResetPersistingL2Cache");
    if (plan.timing == model::Timing::first_launch)
        return model::Error{"the first launch is timed without an access window", "launch", "omit one of the two"};
    const std::int64_t max_set_aside = attribute(api, device, attribute_max_persisting_l2_bytes),
                       max_window = attribute(api, device, attribute_max_access_window_bytes);
    if (max_set_aside == 0 || max_window == 0)
        return model::Error{"this GPU cannot set a part of its L2 aside", "launch",
                            "that needs compute capability 8.0 and a GPU that is not partitioned"};
    if (window.set_aside_bytes > max_set_aside)
        return model::Error{"the launch sets " + std::to_string(window.set_aside_bytes) +
                                " bytes of L2 aside; this GPU allows " + std::to_string(max_set_aside),
                            "launch", "set less aside"};
    if (window.bytes > max_window)
        return model::Error{"the access window has " + std::to_string(window.bytes) + " bytes; this GPU allows " +
                                std::to_string(max_window),
                            "launch", "choose a smaller window"};
    return std::nullopt;
}

}  // namespace

std::optional<model::Error> check_extras(const DriverApi& api, CuDevice device, const model::Job& job)
{
    if (auto error = check_cluster(api, device, job)) return error;
    return check_window(api, device, *job.plan);
}

Failure allow_cluster(const DriverApi& api, CuFunction function, std::int64_t cluster)
{
    if (cluster <= portable_cluster) return std::nullopt;
    return failure(api.function_set(function, function_any_cluster_size, 1), "cuFuncSetAttribute");
}

Failure check_fit(const DriverApi& api, const Launch& launch, const model::Job& job,
                  std::optional<model::Error>& refused)
{
    if (job.plan->cluster == 1) return std::nullopt;
    int clusters = 0;
    if (auto failed = launch.active_clusters(api, clusters)) return failed;
    if (clusters == 0)
        refused = model::Error{"not one of the " + clusters_of(job) + " fits on this GPU, with " +
                                   std::to_string(job.threads_per_block()) + " threads and " +
                                   std::to_string(job.dynamic_shared_bytes) + " bytes of shared memory a block",
                               "launch", "choose smaller clusters, smaller blocks or less shared memory"};
    return std::nullopt;
}

}  // namespace spillway::gpu
