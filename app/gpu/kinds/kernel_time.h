#pragma once

#include <memory>

#include "app/gpu/kinds/launched_kernel.h"

namespace spillway::gpu {

/// GPU time of one launch, with cold or warm caches.
class KernelTime : public Kind {
public:
    explicit KernelTime(RunContext& run) : run_(run), kernel_(run) {}

    Ended load() override { return kernel_.load(); }
    Ended begin() override { return kernel_.begin(); }
    double first_seconds() const override { return kernel_.first_seconds(); }
    Failure sample(std::size_t most, std::vector<Sample>& samples) override
    {
        return run_.session().sampler().batch(kernel_.work(), run_.plan().cache, most, samples);
    }
    std::optional<Countable> countable() override { return kernel_.countable(); }
    Failure report(model::Measurement& measurement) override
    {
        measurement.local_bytes_per_thread = kernel_.kernel().local_bytes_per_thread;
        return std::nullopt;
    }

protected:
    RunContext& run_;
    LaunchedKernel kernel_;
};

[[nodiscard]] std::unique_ptr<Kind> make_kernel_time(RunContext& run);

}  // namespace spillway::gpu
