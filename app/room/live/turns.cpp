#include "app/room/live/turns.h"

#include <algorithm>

#include "app/results/request.h"

namespace spillway::room {
namespace {

constexpr std::size_t max_machines = 4096;

/// Whether a user waits for the answer.
bool is_urgent(const Waiting& waiting)
{
    return waiting.priority <= static_cast<int>(results::Priority::code);
}

}  // namespace

void Turns::open(ClientId client, const std::string& machine)
{
    lines_[client].machine = machine;
}

void Turns::add(Waiting waiting)
{
    lines_[waiting.client].waiting.push_back(std::move(waiting));
}

std::vector<std::uint64_t> Turns::remove_if(ClientId client, const std::function<bool(const Waiting&)>& is_so)
{
    std::vector<std::uint64_t> removed;
    const auto line = lines_.find(client);
    if (line == lines_.end()) return removed;
    std::erase_if(line->second.waiting, [&](const Waiting& each) {
        if (!is_so(each)) return false;
        removed.push_back(each.id);
        return true;
    });
    return removed;
}

std::vector<std::uint64_t> Turns::replace(ClientId client, const std::string& group)
{
    if (group.empty()) return {};
    return remove_if(client, [&](const Waiting& each) { return each.group == group; });
}

bool Turns::remove(ClientId client, std::uint64_t id)
{
    const auto line = lines_.find(client);
    return line != lines_.end() &&
           std::erase_if(line->second.waiting, [&](const Waiting& each) { return each.id == id; }) > 0;
}

void Turns::forget(ClientId client)
{
    lines_.erase(client);
}

std::optional<Waiting> Turns::next(Pace pace, const std::function<bool(ClientId)>& may)
{
    for (const bool urgent : {true, false}) {
        const auto fits = [&](const Waiting& each) { return each.task.pace == pace && is_urgent(each) == urgent; };
        Line* chosen = nullptr;
        for (auto& [client, line] : lines_)
            if ((chosen == nullptr || last_turn(line) < last_turn(*chosen)) &&
                std::ranges::any_of(line.waiting, fits) && may(client))
                chosen = &line;
        if (chosen == nullptr) continue;
        auto first = std::ranges::find_if(chosen->waiting, fits);
        for (auto each = first; each != chosen->waiting.end(); ++each)
            if (fits(*each) && each->priority < first->priority) first = each;
        Waiting taken = std::move(*first);
        chosen->waiting.erase(first);
        chosen->served_at = ++turn_;
        if (machines_.size() >= max_machines) machines_.clear();
        machines_[chosen->machine] = turn_;
        return taken;
    }
    return std::nullopt;
}

std::pair<std::uint64_t, std::uint64_t> Turns::last_turn(const Line& line) const
{
    const auto machine = machines_.find(line.machine);
    return {machine == machines_.end() ? 0 : machine->second, line.served_at};
}

std::size_t Turns::count(ClientId client) const
{
    const auto line = lines_.find(client);
    return line == lines_.end() ? 0 : line->second.waiting.size();
}

}  // namespace spillway::room
