#pragma once

// Answers what-if requests on a separate thread: they take milliseconds, or longer for a GPU with unusual figures, and
// must delay neither the reading of messages nor a compile.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "app/protocol/messages.h"
#include "app/worker/output.h"

namespace spillway::worker {

/// Thread-safe.
class Calculator {
public:
    static constexpr std::size_t max_questions = 256;

    explicit Calculator(Output& output) : output_(output) {}

    void start();
    /// Queues a request. If the queue is full, drops the oldest request and returns its id.
    [[nodiscard]] std::optional<std::uint64_t> push(protocol::WhatIf question);

private:
    [[noreturn]] void work();
    void answer(const protocol::WhatIf& question);

    Output& output_;
    std::mutex mutex_;
    std::condition_variable has_question_;
    std::deque<protocol::WhatIf> questions_;
};

}  // namespace spillway::worker
