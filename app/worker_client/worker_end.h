#pragma once

// Message for the user and next step after an unexpected exit of a worker.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/worker_client/worker_exit.h"

namespace spillway::worker_client {

struct WorkerEndFacts {
    WorkerExit exited;
    std::optional<std::string> why_it_left;  ///< reason in the worker's own words
    std::optional<std::string> why_we_ended_it;
    std::string host;  ///< empty: this machine
    bool had_greeted = false;
};

struct WorkerEnd {
    std::string what;
    model::Error last;               ///< if no other worker starts
    model::Error passing;            ///< if another worker is starting
    bool blames_no_request = false;  ///< pending requests are sent again; none is suspected
    bool is_final = false;           ///< the next worker would exit for the same reason
};

[[nodiscard]] WorkerEnd worker_end(const WorkerEndFacts& facts);

}  // namespace spillway::worker_client
