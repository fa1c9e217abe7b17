#pragma once

// What to say of a worker that ended without being asked to, and what follows from it.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

struct WorkerEndFacts {
    WorkerExit exited;
    std::optional<std::string> why_it_left;  ///< in its own words
    std::optional<std::string> why_we_ended_it;
    std::string host;  ///< empty: this machine
    bool had_greeted = false;
};

struct WorkerEnd {
    std::string what;
    model::Error last;              ///< where no other is started
    model::Error passing;           ///< where another is being started
    bool is_nobodys_fault = false;  ///< what it was asked is asked again, and none of it suspected
    bool is_final = false;          ///< the next one would end in the same way
};

[[nodiscard]] WorkerEnd worker_end(const WorkerEndFacts& facts);

}  // namespace spillway::worker_client
