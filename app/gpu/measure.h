#pragma once

// The stage that launches and times a kernel. This version does not launch: it says so, and why.

#include "app/gpu/driver.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::gpu {

/// A measurement of one job; source none, with the reason, where there is none.
[[nodiscard]] model::Measurement measure(const DriverProbe& driver, const model::Job& job);

}  // namespace spillway::gpu
