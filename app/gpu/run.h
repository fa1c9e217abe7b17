#pragma once

// One measurement under way: what it is of, what it may use, how it ended. The kinds (kinds/) do the measuring.

#include <optional>

#include "app/gpu/clock_gate.h"
#include "app/gpu/measure.h"
#include "app/gpu/stopping_rule.h"

namespace spillway::gpu {

class Kind;

/// How a measurement ended that is not complete.
struct Ending {
    model::Status status = model::Status::ok;
    std::optional<model::Error> error;
    std::string reason;  ///< why there is no measurement
    bool context_lost = false;
};
/// Nothing: it goes on.
using Ended = std::optional<Ending>;

/// It cannot be launched.
[[nodiscard]] Ending refusal(model::Error error);

class Run {
public:
    Run(DeviceSession& session, const MeasureRequest& request, const model::Gpu& live, const LaunchBounds& bounds,
        Watchdog* watchdog);
    ~Run();

    /// Loads code: what does not disturb others that measure.
    [[nodiscard]] Ended load();
    /// Everything before the first sample: memory, and a right result.
    [[nodiscard]] Ended begin();
    /// A batch of samples; `most` where several runs are measured in turns.
    [[nodiscard]] Ended step(std::size_t most);
    [[nodiscard]] bool has_enough() const;
    [[nodiscard]] Ended report(const std::string& driver_version);
    void provisional(const std::string& driver_version);
    /// Hardware counters, where the kind has a launch to count.
    [[nodiscard]] Ended count(Counters& counters, int device_index);
    void end(const Ending& ending);
    [[nodiscard]] const Outcome& outcome() const { return outcome_; }

    // For the kinds.
    [[nodiscard]] DeviceSession& session() { return session_; }
    [[nodiscard]] const MeasureRequest& request() const { return request_; }
    [[nodiscard]] const model::Job& job() const { return *request_.job; }
    [[nodiscard]] const model::LaunchPlan& plan() const { return *request_.job->plan; }
    [[nodiscard]] const LaunchBounds& bounds() const { return bounds_; }

    /// Does the work while the watchdog watches.
    template <typename Body>
    Failure watched(const char* what, double seconds, Body body)
    {
        const Watchdog::Stretch stretch(watchdog_, what, seconds);
        return body();
    }
    /// What a call of the driver came to; `where` goes before its words.
    [[nodiscard]] Ended ended_by(const Failure& failed, const char* where = "");
    /// The output was compared with what it should be; a difference ends it.
    [[nodiscard]] Ended compared(const std::optional<std::string>& difference, const std::string& against);

private:
    [[nodiscard]] std::size_t samples_per_batch(std::size_t most) const;
    void describe(model::Measurement& measurement, const std::string& driver_version);
    void describe_rates(model::Measurement& measurement, double seconds);

    DeviceSession& session_;
    const MeasureRequest& request_;
    const model::Gpu& live_;
    const LaunchBounds& bounds_;
    Watchdog* watchdog_;
    Outcome outcome_;
    std::unique_ptr<Kind> kind_;
    StoppingRule rule_;
    ClockGate gate_;
    std::vector<double> clocks_hz_;
    int throttled_ = 0, not_ahead_ = 0;
    double sampling_wall_seconds_ = 0;
    double ceiling_ = 0, event_seconds_ = 0;
    bool told_ = false;
};

}  // namespace spillway::gpu
