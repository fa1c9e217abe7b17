#pragma once

// State of one running measurement, as its kind sees it: request, resources and outcome.

#include <optional>
#include <string>

#include "app/gpu/device_session.h"
#include "app/gpu/measure_request.h"
#include "app/gpu/watchdog.h"

namespace spillway::gpu {

/// Early end of a measurement.
struct Ending {
    model::Status status = model::Status::ok;
    std::optional<model::Error> error;
    std::string reason;  ///< reason why there is no measurement
    bool context_lost = false;
};
/// Empty: the measurement continues.
using Ended = std::optional<Ending>;

/// Ending for a launch that is not possible.
[[nodiscard]] Ending refusal(model::Error error);

class RunContext {
public:
    RunContext(DeviceSession& session, const MeasureRequest& request, const LaunchBounds& bounds, Watchdog* watchdog)
        : session_(session), request_(request), bounds_(bounds), watchdog_(watchdog)
    {
    }

    [[nodiscard]] DeviceSession& session() { return session_; }
    [[nodiscard]] const MeasureRequest& request() const { return request_; }
    [[nodiscard]] const model::Job& job() const { return *request_.job; }
    [[nodiscard]] const model::LaunchPlan& plan() const { return *request_.job->plan; }
    [[nodiscard]] const LaunchBounds& bounds() const { return bounds_; }

    /// Runs `body` under the watchdog.
    template <typename Body>
    Failure watched(const char* what, double seconds, Body body)
    {
        const Watchdog::Stretch stretch(watchdog_, what, seconds);
        return body();
    }
    /// Reserves the part of L2 that the plan requests. Alternating runs need this before each batch.
    [[nodiscard]] Failure set_l2_aside()
    {
        return session_.set_l2_aside(plan().access_window ? plan().access_window->set_aside_bytes : 0);
    }
    /// Converts a failed driver call; the message starts with `where`.
    [[nodiscard]] Ended ended_by(const Failure& failed, const char* where = "");
    /// Records the comparison of the output; a difference ends the measurement.
    [[nodiscard]] Ended compared(const std::optional<std::string>& difference, const std::string& against);

    [[nodiscard]] Outcome& outcome() { return outcome_; }
    [[nodiscard]] const Outcome& outcome() const { return outcome_; }

private:
    DeviceSession& session_;
    const MeasureRequest& request_;
    const LaunchBounds& bounds_;
    Watchdog* watchdog_;
    Outcome outcome_;
};

}  // namespace spillway::gpu
