#include "app/worker/active_tasks.h"

#include <algorithm>

namespace spillway::worker {

bool ActiveTasks::Active::should_stop() const
{
    const std::int64_t patience = patience_milliseconds.load();
    return patience >= 0 && Clock::now() - started >= std::chrono::milliseconds(patience);
}

std::shared_ptr<const ActiveTasks::Active> ActiveTasks::begin(const Task& task)
{
    auto active = std::make_shared<Active>();
    active->id = task.id();
    active->group = task.group();
    const std::lock_guard lock(mutex_);
    std::erase_if(active_, [](const auto& entry) { return entry.expired(); });
    active_.push_back(active);
    return active;
}

void ActiveTasks::lose_patience(Active& active, std::chrono::milliseconds patience)
{
    const std::int64_t before = active.patience_milliseconds.load();
    if (before < 0 || before > patience.count()) active.patience_milliseconds = patience.count();
}

void ActiveTasks::cancel(const std::vector<std::uint64_t>& ids)
{
    const std::lock_guard lock(mutex_);
    for (const auto& entry : active_)
        if (const auto active = entry.lock(); active && std::find(ids.begin(), ids.end(), active->id) != ids.end())
            lose_patience(*active, patience_when_cancelled);
}

void ActiveTasks::overtake(const std::string& group)
{
    if (group.empty()) return;
    const std::lock_guard lock(mutex_);
    for (const auto& entry : active_)
        if (const auto active = entry.lock(); active && active->group == group)
            lose_patience(*active, patience_when_overtaken);
}

}  // namespace spillway::worker
