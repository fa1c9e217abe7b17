#pragma once

// Queue of tasks: by priority number, lowest first, then by arrival.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/protocol/messages.h"

namespace spillway::worker {

using Clock = std::chrono::steady_clock;

struct Measurable;

struct Task {
    std::variant<protocol::Run, protocol::ListingRequest, protocol::CausesRequest, protocol::InterpretRequest,
                 protocol::RoofsRequest>
        request;
    Clock::time_point received = Clock::now();
    std::shared_ptr<const Measurable> measurable = nullptr;  ///< set for tasks that wait for the GPU

    [[nodiscard]] std::uint64_t id() const;
    [[nodiscard]] const std::string& group() const;
    [[nodiscard]] int priority() const;
    /// Compile that it needs; null for none.
    [[nodiscard]] const model::CompileRequest* compile() const;
};

/// Tasks for one kind of thread: urgent ones (priority 0: the user waits), the others, or all.
enum class Lane { urgent, background, any };

/// Thread-safe.
class TaskQueue {
public:
    /// A sweep of a whole catalogue has some thousands of tasks. The queue refuses more than this.
    static constexpr std::size_t max_tasks = 65536;

    /// Adds a task. Returns the ids of the dropped tasks: those of its group, and its own if the queue is full.
    [[nodiscard]] std::vector<std::uint64_t> push(Task task);

    /// Drops all tasks of a group and returns their ids. Does nothing for an empty group.
    [[nodiscard]] std::vector<std::uint64_t> overtake(const std::string& group);

    /// Drops the queued tasks with these ids and returns the ids found.
    [[nodiscard]] std::vector<std::uint64_t> cancel(const std::vector<std::uint64_t>& ids);

    /// Takes up to `most` waiting tasks that `is_wanted` accepts, in order.
    [[nodiscard]] std::vector<Task> take(const std::function<bool(const Task&)>& is_wanted, std::size_t most);

    /// True if a task of this non-empty group waits.
    [[nodiscard]] bool has_group(const std::string& group);

    /// Blocks until the lane has a task and returns it.
    [[nodiscard]] Task pop(Lane lane = Lane::any);

private:
    using Order = std::pair<int, std::uint64_t>;  // priority, arrival

    std::vector<std::uint64_t> overtake_locked(const std::string& group);
    [[nodiscard]] std::map<Order, Task>::iterator first_of(Lane lane);
    void forget(std::map<Order, Task>::iterator task);

    std::mutex mutex_;
    std::condition_variable has_task_;
    std::map<Order, Task> tasks_;
    std::multimap<std::uint64_t, Order> by_id_;
    std::multimap<std::string, Order> by_group_;
    std::uint64_t arrivals_ = 0;
};

}  // namespace spillway::worker
