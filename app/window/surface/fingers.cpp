#include "app/window/surface/fingers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spillway::window {
namespace {

using Kind = MouseEvent::Kind;

MouseEvent button_at(Fingers::Point point, int button, bool down)
{
    return {Kind::button, point.x, point.y, button, down};
}

/// Releases the button outside all items, so that nothing is clicked.
constexpr MouseEvent let_go{Kind::button, nowhere, nowhere, 0, false};
/// Moves the mouse off all items; otherwise the tooltip of the item under the finger would open.
constexpr MouseEvent leave{Kind::move, nowhere, nowhere};

}  // namespace

Fingers::Meaning Fingers::take(Phase phase, std::span<const Point> points, double seconds, float ratio)
{
    if (points.empty()) return {};
    if (points.size() >= 2) return take_two(phase, points[0], points[1], ratio);
    if (!are_two_) return take_one(phase, points[0], seconds, ratio);
    are_two_ = phase != Phase::up;  // the last of two fingers has no meaning
    return {};
}

Fingers::Meaning Fingers::take_one(Phase phase, Point point, double seconds, float ratio)
{
    constexpr double long_press_seconds = 0.6;
    constexpr float max_rest = 10, pixels_per_step = 80;  // a step of Dear ImGui's wheel is 5 lines
    const MouseEvent move{Kind::move, point.x, point.y};
    if (phase == Phase::down) {
        came_ = seconds;
        is_down_ = true;
        is_pressed_ = is_scrolling_ = false;
        last_ = came_at_ = point;
        return {{move}};
    }
    if (!is_down_) return {};
    is_down_ = phase != Phase::up;
    const bool rests = std::hypot(point.x - last_.x, point.y - last_.y) < max_rest * ratio;
    if (phase == Phase::moved) {
        if (is_pressed_) return {{move}};
        if (is_scrolling_) {
            const Point before = std::exchange(last_, point);
            const float step = pixels_per_step * ratio;
            return {{{Kind::wheel, (point.x - before.x) / step, (point.y - before.y) / step}}};
        }
        if (rests) return {};
        const bool is_upright = std::abs(point.y - came_at_.y) > 2 * std::abs(point.x - came_at_.x);
        if (scrolls_ && scrolls_(came_at_, is_upright)) {
            is_scrolling_ = true;
            return {};
        }
        is_pressed_ = true;
        return {{button_at(last_, 0, true), move}};
    }
    if (is_scrolling_) return {{leave}};
    if (is_pressed_) return {{button_at(point, 0, false)}};
    const int button = seconds - came_ > long_press_seconds ? 1 : 0;
    return {{button_at(last_, button, true), button_at(last_, button, false)}};
}

Fingers::Meaning Fingers::take_two(Phase phase, Point first, Point second, float ratio)
{
    constexpr float pixels_per_step = 40, size_step = 1.1f;
    constexpr float threshold = 0.75f;  // part of a step; less could be a trembling hand
    const Point middle{(first.x + second.x) / 2, (first.y + second.y) / 2};
    const float apart = std::max(std::hypot(first.x - second.x, first.y - second.y), 1.0f);
    Meaning meaning;
    if (is_down_ && is_pressed_) meaning.mouse.push_back(let_go);
    if (are_two_ && phase == Phase::moved) {
        const float per_step = pixels_per_step * ratio;
        meaning.mouse.push_back({Kind::move, middle.x, middle.y});
        meaning.mouse.push_back({Kind::wheel, (middle.x - last_.x) / per_step, (middle.y - last_.y) / per_step});
        const float wanted = std::log(apart / apart_) / std::log(size_step);
        while (wanted > static_cast<float>(larger_ + meaning.larger) + threshold) ++meaning.larger;
        while (wanted < static_cast<float>(larger_ + meaning.larger) - threshold) --meaning.larger;
        larger_ += meaning.larger;
    } else {
        apart_ = apart;
        larger_ = 0;
    }
    is_down_ = false;
    are_two_ = true;
    last_ = middle;
    return meaning;
}

}  // namespace spillway::window
