// Driver copies between two buffers: host and device, pageable and pinned, device to device. Nothing is compiled. For
// pageable memory the driver uses its own buffer and may return early: the host's clock times these copies; events time
// all others.

#include "app/gpu/kinds/copy.h"

#include <chrono>

#include "app/gpu/workspace.h"

namespace spillway::gpu {
namespace {

using Clock = std::chrono::steady_clock;
using model::MemoryPlace;

class DriverCopy : public Kind {
public:
    explicit DriverCopy(RunContext& run)
        : run_(run), copy_(*run.plan().copy), workspace_(run.session(), run.plan(), run.request().seed)
    {
    }

    Ended begin() override
    {
        const Failure failed = run_.watched("filling the buffers", run_.bounds().driver_seconds, [&]() -> Failure {
            if (auto prepared = workspace_.prepare("")) return prepared;
            return workspace_.reset_outputs(false);
        });
        if (failed) return run_.ended_by(failed);
        std::optional<std::string> difference;
        const Failure copied = run_.watched("the copy", run_.bounds().driver_seconds, [&]() -> Failure {
            std::vector<Sample> first;
            if (auto once = by_host_clock(1, first)) return once;
            first_seconds_ = first.front().seconds;
            return workspace_.compare_copied(copy_, difference);
        });
        if (copied) return run_.ended_by(copied);
        return run_.compared(difference, "source");
    }

    double first_seconds() const override { return first_seconds_; }

    Failure sample(std::size_t most, std::vector<Sample>& samples) override
    {
        if (!uses_events()) return by_host_clock(most, samples);
        return run_.session().sampler().batch(work(), run_.plan().cache, most, samples);
    }

    Failure report(model::Measurement& measurement) override
    {
        // A copy between host and device transfers each byte once.
        if (run_.plan().bytes_moved <= 0 && measurement.seconds->median > 0)
            measurement.bytes_per_second = static_cast<double>(copy_.bytes) / measurement.seconds->median;
        return std::nullopt;
    }

    bool uses_events() const override
    {
        return place(copy_.from) != MemoryPlace::pageable_host && place(copy_.to) != MemoryPlace::pageable_host;
    }

private:
    [[nodiscard]] MemoryPlace place(int buffer) const
    {
        return run_.plan().buffers[static_cast<std::size_t>(buffer)].place;
    }

    [[nodiscard]] Work work()
    {
        return [this](CuStream stream) {
            return failure(
                run_.session().api().copy(workspace_.memory(copy_.to).address, workspace_.memory(copy_.from).address,
                                          static_cast<std::size_t>(copy_.bytes), stream),
                "cuMemcpyAsync");
        };
    }

    Failure by_host_clock(std::size_t most, std::vector<Sample>& samples)
    {
        samples.clear();
        for (std::size_t i = 0; i < most; ++i) {
            if (auto failed = run_.session().synchronize()) return failed;
            const auto start = Clock::now();
            if (auto failed = work()(run_.session().stream())) return failed;
            if (auto failed = run_.session().synchronize()) return failed;
            samples.push_back({std::chrono::duration<double>(Clock::now() - start).count(), std::nullopt});
        }
        return std::nullopt;
    }

    RunContext& run_;
    const model::PlannedCopy& copy_;
    Workspace workspace_;
    double first_seconds_ = 0;
};

}  // namespace

std::unique_ptr<Kind> make_copy(RunContext& run)
{
    return std::make_unique<DriverCopy>(run);
}

}  // namespace spillway::gpu
