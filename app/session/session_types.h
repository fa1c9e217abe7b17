#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/protocol/messages.h"

namespace spillway::session {

enum class WorkerState { starting, ready, restarting, unavailable };

struct WorkerStatus {
    WorkerState state = WorkerState::starting;
    std::string host;                      ///< where it runs, reached by ssh; empty: this machine
    std::optional<protocol::Hello> hello;  ///< of the worker that runs, or ran last
    std::optional<model::Error> trouble;   ///< why it is not ready
    int restarts = 0;
    std::uint64_t lives = 0;  ///< how many workers have said hello
};

enum class Severity { info, warning, error };

struct LogEntry {
    Severity severity;
    std::string time;  ///< "14:03:22"
    model::Error error;
};

/// The time of day for a LogEntry.
[[nodiscard]] std::string clock_time();

}  // namespace spillway::session
