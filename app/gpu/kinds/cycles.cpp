// Latency of dependent accesses: threads write differences of the SM clock; the median divided by the number of
// accesses is the latency. The event time of the launch is reported too.

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
        // Alternating runs share their output buffer, so launch this kernel once more.
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
