#include "app/window/kit/items.h"

#include <algorithm>
#include <utility>

namespace spillway::window {

void Items::begin_frame()
{
    order_.clear();
    scope_.clear();
    previous_rects_ = std::exchange(rects_, {});
    activated_now_ = std::exchange(activate_, false);
    scroll_ = std::exchange(scroll_next_, false);
    keyboard_asked_for_ = false;
}

Items::State Items::add(const std::string& key, const Rect& rect)
{
    order_.push_back(key);
    if (in_scope_) scope_.push_back(key);
    rects_[key] = rect;
    const bool here = visible_ && key == focused_;
    return {here, here && activated_now_};
}

void Items::begin_scope()
{
    in_scope_ = true;
    scope_.clear();
}

void Items::move_focus(int step)
{
    const std::vector<std::string>& walk = scope_.empty() ? order_ : scope_;
    if (walk.empty()) return;
    const auto found = std::find(walk.begin(), walk.end(), focused_);
    const auto count = static_cast<int>(walk.size());
    int index = step > 0 ? 0 : count - 1;
    // The first press only shows where the keyboard is.
    if (found != walk.end()) {
        index = static_cast<int>(found - walk.begin());
        if (visible_) index = (index + step + count) % count;
    }
    focus(walk[static_cast<std::size_t>(index)], true);
    scroll_next_ = true;
}

void Items::focus(const std::string& key, bool visible)
{
    focused_ = key;
    visible_ = visible;
    if (visible) scroll_next_ = true;
}

std::vector<std::string> Items::noted() const
{
    std::vector<std::string> keys;
    for (const auto& [key, rect] : rects_) keys.push_back(key);
    return keys;
}

std::optional<Rect> Items::find(const std::string& key) const
{
    for (const auto* rects : {&rects_, &previous_rects_})
        if (const auto found = rects->find(key); found != rects->end()) return found->second;
    return std::nullopt;
}

}  // namespace spillway::window
