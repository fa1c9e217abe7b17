#pragma once

#include <mutex>

#include "app/protocol/messages.h"

namespace spillway::worker {

/// Writes whole lines to a file descriptor, from any thread.
class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    /// Writes one message. After the reader has closed the pipe, discards this and all later messages.
    void send(const protocol::FromWorker& message);

    /// Exits the process between two lines. Does not wait for other threads.
    [[noreturn]] void exit_now(int status);

private:
    std::mutex mutex_;
    int descriptor_;
    bool closed_ = false;
};

}  // namespace spillway::worker
