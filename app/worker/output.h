#pragma once

#include <mutex>

#include "app/protocol/messages.h"

namespace spillway::worker {

/// Whole lines to a descriptor, from any thread.
class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    /// Writes one message. When the reader is gone, it and all later ones go nowhere.
    void send(const protocol::FromWorker& message);

    /// Ends the process, once no line is half written. Other threads are not waited for.
    [[noreturn]] void exit_now(int status);

private:
    std::mutex mutex_;
    int descriptor_;
    bool closed_ = false;
};

}  // namespace spillway::worker
