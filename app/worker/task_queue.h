#pragma once

// What waits for a thread: lower priority numbers first, then first come first served.

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
    std::shared_ptr<const Measurable> measurable = nullptr;  ///< of what waits for the GPU

    [[nodiscard]] std::uint64_t id() const;
    [[nodiscard]] const std::string& group() const;
    [[nodiscard]] int priority() const;
};

/// Which tasks a thread takes: those that the user waits for (priority 0), the others, or all.
enum class Lane { urgent, background, any };

/// Thread safe.
class TaskQueue {
public:
    /// A sweep of a whole catalogue is some thousands; what comes beyond this is refused.
    static constexpr std::size_t max_tasks = 65536;

    /// Adds a task; what it overtakes (its group's, or itself when the queue is full) is dropped: their ids.
    [[nodiscard]] std::vector<std::uint64_t> push(Task task);

    /// Drops all tasks of a group: their ids. An empty group has none.
    [[nodiscard]] std::vector<std::uint64_t> overtake(const std::string& group);

    /// Drops the tasks with these ids: those that were still there.
    [[nodiscard]] std::vector<std::uint64_t> cancel(const std::vector<std::uint64_t>& ids);

    /// Takes what waits and is wanted, in order, `most` at most.
    [[nodiscard]] std::vector<Task> take(const std::function<bool(const Task&)>& is_wanted, std::size_t most);

    /// Whether one of a non-empty group waits.
    [[nodiscard]] bool has_group(const std::string& group);

    /// The next task of a lane, waiting for one.
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
