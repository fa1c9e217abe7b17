#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/protocol/messages.h"

namespace spillway::worker_client {

enum class WorkerState { starting, ready, restarting, unavailable };

struct WorkerStatus {
    WorkerState state = WorkerState::starting;
    std::string host;                      ///< where it runs, reached by ssh; empty: this machine
    std::optional<protocol::Hello> hello;  ///< of the worker that runs, or ran last
    std::optional<model::Error> trouble;   ///< why it is not ready
    bool is_shipped = false;               ///< no worker: what ships with the program answers
    int restarts = 0;
    std::uint64_t generation = 0;  ///< how many workers have said hello
};

}  // namespace spillway::worker_client
