#pragma once

// Tasks that the compile threads are working on, so that they can be stopped.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/worker/task_queue.h"

namespace spillway::worker {

/// Thread-safe.
class ActiveTasks {
public:
    /// Time from a task's start until it is stopped, once it is unwanted. Most compiles finish within this time, and
    /// restarting a helper costs more than letting one finish. A drag replaces requests many times a second and must
    /// not stop all of them, so its limit is longer.
    static constexpr std::chrono::milliseconds patience_when_cancelled{80}, patience_when_overtaken{1000};

    /// One active task; ends with this object.
    class Active {
    public:
        [[nodiscard]] bool should_stop() const;

    private:
        friend class ActiveTasks;
        std::uint64_t id = 0;
        std::string group;
        Clock::time_point started = Clock::now();
        std::atomic<std::int64_t> patience_milliseconds{-1};  ///< since the start; -1: the task is wanted
    };

    [[nodiscard]] std::shared_ptr<const Active> begin(const Task& task);
    void cancel(const std::vector<std::uint64_t>& ids);
    void overtake(const std::string& group);

private:
    void lose_patience(Active& active, std::chrono::milliseconds patience);

    std::mutex mutex_;
    std::vector<std::weak_ptr<Active>> active_;
};

}  // namespace spillway::worker
