#pragma once

// What is to be measured on a GPU, within which bounds, and what came of it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/gpu/device_session.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::gpu {

/// What a measurement came to. `status` is ok also where there is no measurement, and `measurement.reason` says why.
struct Outcome {
    model::Status status = model::Status::ok;
    std::optional<model::Error> error;
    std::optional<std::string> advice;
    model::Measurement measurement;
    model::Verification verification;
    double waited_seconds = 0;  ///< for other workers that measured on this GPU
    /// The driver answers every further call with the same error: the process has to be replaced.
    bool context_lost = false;
};

struct MeasureRequest {
    const model::Job* job = nullptr;
    Code kernel;  ///< empty where the plan is a copy
    std::optional<Code> reference;
    std::optional<model::Error> reference_error;      ///< why there is none, though the plan has one
    bool refine = false;                              ///< for longer and to a tenth of a per cent
    std::uint64_t seed = 0;                           ///< of this process's input
    std::string cuda;                                 ///< for the provenance: the compiler's version
    std::vector<std::filesystem::path> cuda_folders;  ///< in which NVIDIA's libraries may lie
    bool count = false;                               ///< hardware counters too, in launches of their own
    bool samples_only = false;                        ///< no counters, only the launch that samples the warps
    std::function<bool()> should_stop;                ///< asked between batches: something else is waiting
    std::function<void()> on_active;                  ///< called when this one's turn among the others begins
    std::function<void(const Outcome&)> on_provisional;
};

/// Seconds a launch may take: beyond the first it is a timed_out result, beyond the second the process is given up.
struct LaunchBounds {
    double slow_seconds = 0.5;
    double hung_seconds = 5;
    double driver_seconds = 60;  ///< of calls that make a context, load code or copy
};

/// A measurement that was not made.
[[nodiscard]] model::Measurement no_measurement(const std::string& reason);

}  // namespace spillway::gpu
