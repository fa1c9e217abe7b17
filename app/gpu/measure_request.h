#pragma once

// Request, limits and outcome of one measurement on a GPU.

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

/// Outcome of a measurement. `status` is also ok without a measurement; `measurement.reason` holds the reason.
struct Outcome {
    model::Status status = model::Status::ok;
    std::optional<model::Error> error;
    std::optional<std::string> advice;
    model::Measurement measurement;
    model::Verification verification;
    double waited_seconds = 0;  ///< wait for other workers on this GPU
    /// Every further driver call fails with the same error: replace the process.
    bool context_lost = false;
};

struct MeasureRequest {
    const model::Job* job = nullptr;
    Code kernel;  ///< empty for a copy
    std::optional<Code> reference;
    std::optional<model::Error> reference_error;      ///< reason why the plan's reference is missing
    bool refine = false;                              ///< measure longer, to 0.1 %
    std::uint64_t seed = 0;                           ///< seed of the input, per process
    std::string cuda;                                 ///< compiler version, for the provenance
    std::vector<std::filesystem::path> cuda_folders;  ///< folders to search for NVIDIA's libraries
    bool count = false;                               ///< also read hardware counters, in separate launches
    bool samples_only = false;                        ///< no counters, only one launch that samples the warps
    std::function<bool()> should_stop;                ///< called between batches; true if other work waits
    std::function<void()> on_active;                  ///< called when this measurement's turn begins
    std::function<void(const Outcome&)> on_provisional;
};

/// Limits of one launch in seconds: above the first the result is timed_out, above the second the process exits.
struct LaunchBounds {
    double slow_seconds = 0.5;
    double hung_seconds = 5;
    double driver_seconds = 60;  ///< for calls that create a context, load code or copy
};

/// Measurement without values, with the reason.
[[nodiscard]] model::Measurement no_measurement(const std::string& reason);

}  // namespace spillway::gpu
