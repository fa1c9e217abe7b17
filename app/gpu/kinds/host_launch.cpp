// Host time of a launch: from the call until the result is available.

#include "app/gpu/kinds/host_launch.h"

#include "app/gpu/kinds/host_clock.h"
#include "app/gpu/kinds/kernel_time.h"

namespace spillway::gpu {
namespace {

class HostLaunch : public KernelTime {
public:
    using KernelTime::KernelTime;

    Failure sample(std::size_t most, std::vector<Sample>& samples) override
    {
        samples.clear();
        if (!event_)
            if (auto failed = make_event(run_.session().api(), event_)) return failed;
        for (std::size_t i = 0; i < most; ++i) {
            if (auto failed = run_.session().synchronize()) return failed;
            Sample& sample = samples.emplace_back();
            if (auto failed = launch_by_host_clock(run_.session().api(), kernel_.launch(), run_.session().stream(),
                                                   event_.get(), sample.seconds))
                return failed;
        }
        return std::nullopt;
    }

    Failure report(model::Measurement& measurement) override
    {
        measurement.host_seconds = measurement.seconds->median;
        measurement.cache = "warm";
        return KernelTime::report(measurement);
    }

    bool uses_events() const override { return false; }

private:
    Owned<CuEvent> event_;
};

}  // namespace

std::unique_ptr<Kind> make_host_launch(RunContext& run)
{
    return std::make_unique<HostLaunch>(run);
}

}  // namespace spillway::gpu
