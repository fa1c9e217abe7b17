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
    std::string host;                      ///< host of the worker, reached by ssh; empty: this machine
    std::optional<protocol::Hello> hello;  ///< of the current or the last worker
    std::optional<model::Error> trouble;   ///< reason why it is not ready
    bool is_shipped = false;               ///< no worker: the reports that ship with the program answer
    bool is_room = false;                  ///< a room's server answers this page
    int restarts = 0;
    std::uint64_t generation = 0;  ///< counts hellos: of each worker, and each time a page finds or loses its room
};

}  // namespace spillway::worker_client
