#include "app/gpu/measure.h"

namespace spillway::gpu {

model::Measurement measure(const DriverProbe& driver, const model::Job& job)
{
    model::Measurement none;
    if (!driver.reason.empty()) {
        none.reason = "No measurement: " + driver.reason;
        return none;
    }
    const model::Gpu& live = driver.gpus.front();
    if (job.gpu.arch() != live.arch()) {
        none.reason = "No measurement: the GPU here is " + live.label + " (" + live.arch() + "), not " +
                      (job.gpu.label.empty() ? job.gpu.name : job.gpu.label);
        return none;
    }
    none.reason = "No measurement: this version does not launch kernels on " + live.label + " yet";
    return none;
}

}  // namespace spillway::gpu
