#pragma once

// Kind of measurement: the work of one sample and the meaning of its time. To add a kind, add a file here and a line to
// the table in kinds.cpp.

#include <optional>
#include <string_view>
#include <vector>

#include "app/gpu/counters.h"
#include "app/gpu/run_context.h"
#include "app/gpu/sampler.h"

namespace spillway::gpu {

class Kind {
public:
    virtual ~Kind() = default;

    /// Loads code; runs nothing on the GPU.
    [[nodiscard]] virtual Ended load() { return std::nullopt; }
    /// Allocates and fills the buffers, runs once and checks the result.
    [[nodiscard]] virtual Ended begin() = 0;
    /// Approximate time of that first run.
    [[nodiscard]] virtual double first_seconds() const = 0;
    /// Takes up to `most` samples; none if the batch was not usable.
    [[nodiscard]] virtual Failure sample(std::size_t most, std::vector<Sample>& samples) = 0;
    /// Adds this kind's other values.
    [[nodiscard]] virtual Failure report(model::Measurement& measurement) = 0;

    /// Launch for the hardware counters; empty if the kind times no launch.
    [[nodiscard]] virtual std::optional<Countable> countable() { return std::nullopt; }

    /// True if events measure the time, false for the host's clock.
    [[nodiscard]] virtual bool uses_events() const { return true; }
    /// Fixed number of samples, instead of the stopping rule, if one sample is very expensive.
    [[nodiscard]] virtual std::optional<std::size_t> fixed_sample_count() const { return std::nullopt; }
};

}  // namespace spillway::gpu
