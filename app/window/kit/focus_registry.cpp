#include "app/window/kit/focus_registry.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace spillway::window {

void FocusRegistry::begin_frame()
{
    order_.clear();
    scope_.clear();
    if (++frame_ % 256 == 0) forget_removed_items();
    activated_now_ = std::exchange(activate_, false);
    scroll_ = std::exchange(scroll_next_, false);
    keyboard_asked_for_ = false;
}

FocusRegistry::State FocusRegistry::add(const std::string& key, const Rect& rect)
{
    const auto place = places_.insert_or_assign(key, Place{rect, frame_}).first;
    order_.push_back(&place->first);
    if (in_scope_) scope_.push_back(&place->first);
    const bool here = visible_ && key == focused_;
    return {here, here && activated_now_};
}

void FocusRegistry::end_reversed()
{
    std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(reversed_from_), order_.end());
}

std::vector<std::string> FocusRegistry::walk() const
{
    std::vector<std::string> keys;
    for (const std::string* key : scope_.empty() ? order_ : scope_) keys.push_back(*key);
    return keys;
}

void FocusRegistry::begin_scope()
{
    in_scope_ = true;
    scope_.clear();
}

void FocusRegistry::move_focus(int step)
{
    const std::vector<const std::string*>& walk = scope_.empty() ? order_ : scope_;
    if (walk.empty()) return;
    const auto is_focused = [&](const std::string* key) { return *key == focused_; };
    const auto found = std::find_if(walk.begin(), walk.end(), is_focused);
    const auto count = static_cast<int>(walk.size());
    int index = step > 0 ? 0 : count - 1;
    // The first key press only shows the current focus.
    if (found != walk.end()) {
        index = static_cast<int>(found - walk.begin());
        // Past items with the same key, which would hold the focus for ever.
        for (int moved = 0; visible_ && moved < count; ++moved) {
            index = (index + step + count) % count;
            if (*walk[static_cast<std::size_t>(index)] != focused_) break;
        }
    }
    focus(*walk[static_cast<std::size_t>(index)], true);
    scroll_next_ = true;
}

void FocusRegistry::focus(const std::string& key, bool visible)
{
    focused_ = key;
    visible_ = visible;
    if (visible) scroll_next_ = true;
}

std::vector<std::string> FocusRegistry::noted() const
{
    std::vector<std::string> keys;
    for (const auto& [key, place] : places_)
        if (place.frame == frame_) keys.push_back(key);
    return keys;
}

std::optional<Rect> FocusRegistry::find(const std::string& key) const
{
    const auto found = places_.find(key);
    return found != places_.end() && found->second.frame + 1 >= frame_ ? std::optional(found->second.rect)
                                                                       : std::nullopt;
}

void FocusRegistry::forget_removed_items()
{
    std::erase_if(places_, [this](const auto& place) { return place.second.frame + 1 < frame_; });
}

}  // namespace spillway::window
