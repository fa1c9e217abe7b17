// Dependent accesses: threads leave differences of the SM's clock, and the median of them over the number of accesses
// is a latency. The launch's time by events is reported beside it.

#include "app/gpu/kinds/cycles.h"

#include "app/gpu/kinds/kernel_time.h"

namespace spillway::gpu {
namespace {

class Cycles : public KernelTime {
public:
    using KernelTime::KernelTime;

    Failure report(model::Measurement& measurement) override
    {
        if (auto failed = KernelTime::report(measurement)) return failed;
        // Runs that are measured in turns share their output: once more, so that it is this kernel's.
        std::vector<Sample> samples;
        if (auto failed = run_.session().sampler().batch(kernel_.work(), run_.plan().cache, 1, samples)) return failed;
        std::optional<double> cycles;
        if (auto failed = kernel_.workspace().median_of(run_.plan().cycles_buffer, cycles)) return failed;
        if (cycles) measurement.cycles_per_access = *cycles / run_.plan().accesses_per_thread;
        return std::nullopt;
    }
};

}  // namespace

std::unique_ptr<Kind> make_cycles(RunContext& run)
{
    return std::make_unique<Cycles>(run);
}

}  // namespace spillway::gpu
