#include "app/session/history.h"

namespace spillway::session {
namespace {

constexpr std::size_t max_steps = 200;

std::optional<Selection> step(std::vector<Selection>& from, std::vector<Selection>& to, const Selection& now)
{
    // Skip steps without a change (a drag back to its start); the key would seem to do nothing.
    while (!from.empty() && from.back() == now) from.pop_back();
    if (from.empty()) return std::nullopt;
    to.push_back(now);
    Selection target = std::move(from.back());
    from.pop_back();
    return target;
}

}  // namespace

void History::remember(const Selection& now, bool dragging)
{
    if (dragging && in_drag_) return;
    const bool closes_drag = !dragging && in_drag_;
    in_drag_ = dragging;
    if (closes_drag) return;
    past_.push_back(now);
    future_.clear();
    if (past_.size() > max_steps) past_.erase(past_.begin());
}

std::optional<Selection> History::undo(const Selection& now)
{
    in_drag_ = false;
    return step(past_, future_, now);
}

std::optional<Selection> History::redo(const Selection& now)
{
    in_drag_ = false;
    return step(future_, past_, now);
}

}  // namespace spillway::session
