#include "app/window/shell/lesson_layout.h"

#include <algorithm>
#include <cmath>

namespace spillway::window {
namespace {

/// One large chart at the left, the others in a column at the right, in the charts' own order.
std::vector<Rect> large_and_column(const Rect& area, std::size_t count, std::size_t large, float gap)
{
    if (count < 2 || large >= count) return grid_of(area, count, 1, gap);
    constexpr float share = 0.62f;
    const float split = std::round(area.min.x + share * (area.width() - gap));
    const std::vector<Rect> column = grid_of({{split + gap, area.min.y}, area.max}, count - 1, count - 1, gap);
    std::vector<Rect> places;
    for (std::size_t i = 0; i < count; ++i)
        places.push_back(i == large ? Rect{area.min, {split, area.max.y}} : column[i < large ? i : i - 1]);
    return places;
}

/// Areas beside the text, from the top: charts, the pane, the sliders.
void divide_right_side(Layout& layout, const LayoutInput& input, const Rect& side, float gap)
{
    const float controls = std::min(input.controls_height, std::round(0.36f * side.height()));
    layout.left = {{side.min.x, side.max.y - controls}, side.max};
    const float foot = layout.left.min.y - (controls > 0 ? gap : 0);
    const float room = foot - side.min.y;
    const float charts = input.has_pane ? std::round(0.5f * (room - gap)) : room;
    layout.charts =
        large_and_column({side.min, {side.max.x, side.min.y + charts}}, input.chart_count, input.large_chart, gap);
    if (input.has_pane) layout.pane = {{side.min.x, side.min.y + charts + gap}, {side.max.x, foot}};
}

}  // namespace

bool has_lesson_room(const LayoutInput& input)
{
    return input.size.x >= 880 * input.scale && input.size.y >= 480 * input.scale;
}

Layout compute_lesson_layout(const LayoutInput& input)
{
    const float s = input.scale;
    const float gap = std::round(10 * s), top = std::round(46 * s), foot = std::round(30 * s);
    const float width = input.size.x, height = input.size.y;
    Layout layout;
    layout.top_bar = {{0, 0}, {width, top}};
    layout.status = {{0, height - foot}, {width, height}};
    layout.middle = {{gap, top + gap}, {width - gap, height - foot - gap}};
    const Rect& m = layout.middle;
    const float banner = std::min(input.banner_height, std::round(0.5f * m.height()));
    layout.banner = {m.min, {m.max.x, m.min.y + banner}};
    const float y = m.min.y + (banner > 0 ? banner + gap : 0);
    const float wanted = input.borders.lesson > 0 ? input.borders.lesson * width : 0.4f * width;
    const float widest = input.borders.lesson > 0 ? 0.7f * width : 620 * s;
    const float split = std::round(m.min.x + std::clamp(wanted, 380 * s, std::max(widest, 380 * s)));
    layout.tabs = {{m.min.x, y}, {split, m.max.y}};
    divide_right_side(layout, input, {{split + gap, y}, m.max}, gap);
    layout.lesson_border = {{split, y}, {split + gap, m.max.y}};
    layout.right = layout.sentence = {m.max, m.max};
    layout.has_controls_alone = layout.right_is_short = true;
    return layout;
}

}  // namespace spillway::window
