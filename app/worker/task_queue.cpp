#include "app/worker/task_queue.h"

namespace spillway::worker {
namespace {

template <typename Key, typename Value>
void erase_pair(std::multimap<Key, Value>& map, const Key& key, const Value& value)
{
    const auto [first, last] = map.equal_range(key);
    for (auto at = first; at != last; ++at) {
        if (at->second == value) {
            map.erase(at);
            return;
        }
    }
}

}  // namespace

std::uint64_t Task::id() const
{
    return std::visit([](const auto& message) { return message.id; }, request);
}

const std::string& Task::group() const
{
    return std::visit([](const auto& message) -> const std::string& { return message.group; }, request);
}

int Task::priority() const
{
    return std::visit([](const auto& message) { return message.priority; }, request);
}

const model::CompileRequest* Task::compile() const
{
    return std::visit([](const auto& message) { return protocol::compile_of(message); }, request);
}

std::vector<std::uint64_t> TaskQueue::push(Task task)
{
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> dropped = overtake_locked(task.group());
    if (tasks_.size() >= max_tasks) {
        dropped.push_back(task.id());
        return dropped;
    }
    const Order order{task.priority(), ++arrivals_};
    by_id_.emplace(task.id(), order);
    if (!task.group().empty()) by_group_.emplace(task.group(), order);
    tasks_.emplace(order, std::move(task));
    has_task_.notify_all();  // notify_one could wake a thread of the other lane
    return dropped;
}

std::vector<std::uint64_t> TaskQueue::overtake(const std::string& group)
{
    const std::lock_guard lock(mutex_);
    return overtake_locked(group);
}

std::vector<std::uint64_t> TaskQueue::overtake_locked(const std::string& group)
{
    std::vector<std::uint64_t> dropped;
    if (group.empty()) return dropped;
    for (auto found = by_group_.find(group); found != by_group_.end(); found = by_group_.find(group)) {
        const auto task = tasks_.find(found->second);
        dropped.push_back(task->second.id());
        forget(task);
    }
    return dropped;
}

std::vector<std::uint64_t> TaskQueue::cancel(const std::vector<std::uint64_t>& ids)
{
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> dropped;
    for (const std::uint64_t id : ids) {
        for (auto found = by_id_.find(id); found != by_id_.end(); found = by_id_.find(id)) {
            dropped.push_back(id);
            forget(tasks_.find(found->second));
        }
    }
    return dropped;
}

std::vector<Task> TaskQueue::take(const std::function<bool(const Task&)>& is_wanted, std::size_t most)
{
    const std::lock_guard lock(mutex_);
    std::vector<Task> taken;
    for (auto at = tasks_.begin(); at != tasks_.end() && taken.size() < most;) {
        const auto next = std::next(at);
        if (is_wanted(at->second)) {
            taken.push_back(at->second);
            forget(at);
        }
        at = next;
    }
    return taken;
}

bool TaskQueue::has_group(const std::string& group)
{
    const std::lock_guard lock(mutex_);
    return by_group_.contains(group);
}

std::map<TaskQueue::Order, Task>::iterator TaskQueue::first_of(Lane lane)
{
    if (lane == Lane::background) return tasks_.lower_bound(Order{1, 0});
    const auto first = tasks_.begin();
    const bool is_wanted = first != tasks_.end() && (lane == Lane::any || first->first.first <= 0);
    return is_wanted ? first : tasks_.end();
}

Task TaskQueue::pop(Lane lane)
{
    std::unique_lock lock(mutex_);
    has_task_.wait(lock, [&] { return first_of(lane) != tasks_.end(); });
    const auto first = first_of(lane);
    Task task = first->second;
    forget(first);
    return task;
}

void TaskQueue::forget(std::map<Order, Task>::iterator task)
{
    erase_pair(by_id_, task->second.id(), task->first);
    if (!task->second.group().empty()) erase_pair(by_group_, task->second.group(), task->first);
    tasks_.erase(task);
}

}  // namespace spillway::worker
