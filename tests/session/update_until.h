#pragma once

#include <chrono>
#include <thread>

#include "app/session/session.h"

namespace spillway::session {

/// Lets the session work until `done`; false when ten seconds were not enough.
template <typename Done>
bool update_until(Session& session, Done done)
{
    for (int i = 0; i < 2000; ++i) {
        session.update();
        if (done()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace spillway::session
