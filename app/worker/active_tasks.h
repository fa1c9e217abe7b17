#pragma once

// What the compile threads are busy with, so that it can be stopped.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/worker/task_queue.h"

namespace spillway::worker {

/// Thread safe.
class ActiveTasks {
public:
    /// How long an unwanted task goes on. Most compiles end by themselves meanwhile, and to start
    /// a helper anew costs more than to let one finish. A drag overtakes many times a second: it must not stop them
    /// all.
    static constexpr std::chrono::milliseconds patience_when_cancelled{80}, patience_when_overtaken{1000};

    /// One task for as long as this lives.
    class Active {
    public:
        [[nodiscard]] bool should_stop() const;

    private:
        friend class ActiveTasks;
        std::uint64_t id = 0;
        std::string group;
        Clock::time_point started = Clock::now();
        std::atomic<std::int64_t> patience_milliseconds{-1};  ///< since the start; -1: it is wanted
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
