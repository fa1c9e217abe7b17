#pragma once

// One measurement under way, as its kind sees it: what it is of, what it may use, how it ended.

#include <optional>
#include <string>

#include "app/gpu/device_session.h"
#include "app/gpu/measure_request.h"
#include "app/gpu/watchdog.h"

namespace spillway::gpu {

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

    /// Does the work while the watchdog watches.
    template <typename Body>
    Failure watched(const char* what, double seconds, Body body)
    {
        const Watchdog::Stretch stretch(watchdog_, what, seconds);
        return body();
    }
    /// As much of L2 as the plan asks for: runs that are measured in turns need it each at its time.
    [[nodiscard]] Failure set_l2_aside()
    {
        return session_.set_l2_aside(plan().access_window ? plan().access_window->set_aside_bytes : 0);
    }
    /// What a call of the driver came to; `where` goes before its words.
    [[nodiscard]] Ended ended_by(const Failure& failed, const char* where = "");
    /// The output was compared with what it should be; a difference ends it.
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
