#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/room/host.h"

namespace spillway::room {

/// Answers the questions of pages in browsers (live/desk.h). All calls come from serve()'s thread.
class LiveDesk {
public:
    LiveDesk() = default;
    virtual ~LiveDesk() = default;
    LiveDesk(const LiveDesk&) = delete;
    LiveDesk& operator=(const LiveDesk&) = delete;

    /// Called once, first. `wake` may be called from any thread; poll() follows.
    virtual void begin(Outbox& outbox, std::function<void()> wake) = 0;
    /// `machine`: where it comes from.
    virtual void opened(ClientId client, const std::string& machine) = 0;
    /// `now`: seconds of a clock that never goes back.
    virtual void received(ClientId client, std::string_view text, double now) = 0;
    virtual void closed(ClientId client) = 0;
    virtual void poll(double now) = 0;
    /// Ends the workers: `wake` is not called any more.
    virtual void end() = 0;
};

}  // namespace spillway::room
