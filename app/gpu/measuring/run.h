#pragma once

// One running measurement, from loading its code to its result. The kinds (kinds/) take the samples.

#include <memory>
#include <string>
#include <vector>

#include "app/gpu/clock_gate.h"
#include "app/gpu/counters.h"
#include "app/gpu/run_context.h"
#include "app/gpu/stopping_rule.h"

namespace spillway::gpu {

class Kind;

class Run {
public:
    Run(DeviceSession& session, const MeasureRequest& request, const model::Gpu& live, const LaunchBounds& bounds,
        Watchdog* watchdog);
    ~Run();

    /// Loads code, without disturbing other workers' measurements.
    [[nodiscard]] Ended load();
    /// Prepares the first sample: allocates memory and checks the result.
    [[nodiscard]] Ended begin();
    /// Takes a batch of at most `most` samples; smaller for alternating runs.
    [[nodiscard]] Ended step(std::size_t most);
    [[nodiscard]] bool has_enough() const;
    [[nodiscard]] Ended report(const std::string& driver_version);
    void provisional(const std::string& driver_version);
    /// Reads hardware counters if the kind has a launch to count.
    [[nodiscard]] Ended count(Counters& counters, int device_index);
    /// Says why counters were not read.
    void skip_counters(const std::string& reason);
    /// Samples the stalled warps of one more launch. Call it after count().
    [[nodiscard]] Ended sample_stalls(Counters& counters);
    void end(const Ending& ending);
    [[nodiscard]] const Outcome& outcome() const { return context_.outcome(); }

private:
    [[nodiscard]] std::size_t samples_per_batch(std::size_t most) const;
    void describe(model::Measurement& measurement, const std::string& driver_version);
    void describe_rates(model::Measurement& measurement, double seconds);

    [[nodiscard]] const model::LaunchPlan& plan() const { return context_.plan(); }

    RunContext context_;
    const model::Gpu& live_;
    std::unique_ptr<Kind> kind_;
    StoppingRule rule_;
    ClockGate gate_;
    std::vector<double> clocks_hz_;
    int throttled_ = 0, not_ahead_ = 0;
    double sampling_wall_seconds_ = 0;
    double ceiling_ = 0, event_seconds_ = 0;
    bool has_sent_provisional_ = false;
};

}  // namespace spillway::gpu
