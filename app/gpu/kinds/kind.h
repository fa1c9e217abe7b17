#pragma once

// A kind of measurement: what is done for a sample, and what its time means. A new kind is a file here and a line of
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

    /// Code and memory for it, without using the GPU.
    [[nodiscard]] virtual Ended load() { return std::nullopt; }
    /// Buffers filled, the thing done once and found right.
    [[nodiscard]] virtual Ended begin() = 0;
    /// How long that one took, roughly.
    [[nodiscard]] virtual double first_seconds() const = 0;
    /// Up to `most` samples; none where they could not be used.
    [[nodiscard]] virtual Failure sample(std::size_t most, std::vector<Sample>& samples) = 0;
    /// What this kind knows beside the samples' time.
    [[nodiscard]] virtual Failure report(model::Measurement& measurement) = 0;

    /// The launch that hardware counters are of; none where it is not a launch that is timed.
    [[nodiscard]] virtual std::optional<Countable> countable() { return std::nullopt; }

    /// Whether events took the time; else the host's clock did.
    [[nodiscard]] virtual bool uses_events() const { return true; }
    /// Where a sample is so dear that the stopping rule is not asked.
    [[nodiscard]] virtual std::optional<std::size_t> samples_that_do() const { return std::nullopt; }
};

}  // namespace spillway::gpu
