#pragma once

#include <string>

namespace spillway::worker_client {

/// How a worker's process ended.
struct WorkerExit {
    int exit_status = 0;
    int signal = 0;
    std::string last_words;  ///< the end of its standard error
};

}  // namespace spillway::worker_client
