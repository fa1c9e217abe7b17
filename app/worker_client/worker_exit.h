#pragma once

#include <string>

namespace spillway::worker_client {

/// Exit of a worker process.
struct WorkerExit {
    int exit_status = 0;
    int signal = 0;
    std::string last_words;  ///< end of its standard error
};

}  // namespace spillway::worker_client
