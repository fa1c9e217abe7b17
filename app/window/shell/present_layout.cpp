#include "app/window/shell/present_layout.h"

#include <algorithm>
#include <cmath>

namespace spillway::window {
namespace {

/// One chart, or the tabs, below the banner.
void fill(Layout& layout, const LayoutInput& input, const Rect& room)
{
    const Rect nothing{room.max, room.max};
    layout.left = layout.tabs = layout.sentence = nothing;
    if (input.filled == Part::charts)
        layout.charts = {room};
    else
        layout.tabs = room;
}

/// Sliders and legend at the top, the sentence at the foot, the tabs between them. Drops the sentence if the tabs would
/// be less than `min_tabs_height` high.
void divide_right_half(Layout& layout, const LayoutInput& input, const Rect& half, float gap)
{
    const float min_tabs_height = std::round(100 * input.scale);
    const float controls = std::min(input.controls_height, std::round(0.45f * half.height()));
    const bool has_sentence = half.height() - controls - input.sentence_height - 2 * gap >= min_tabs_height;
    const float sentence = has_sentence ? input.sentence_height : 0;
    const float foot = half.max.y - (sentence > 0 ? sentence + gap : 0);
    layout.left = {half.min, {half.max.x, half.min.y + controls}};
    layout.tabs = {{half.min.x, half.min.y + (controls > 0 ? controls + gap : 0)}, {half.max.x, foot}};
    layout.sentence = {{half.min.x, half.max.y - sentence}, half.max};
}

}  // namespace

Layout compute_present_layout(const LayoutInput& input)
{
    const float s = input.scale;
    const float gap = std::round(10 * s), top = std::round(30 * s);
    const float width = std::max(input.size.x, 320 * s), height = std::max(input.size.y, 240 * s);
    Layout layout;
    layout.top_bar = {{0, 0}, {width, top}};
    layout.status = {{0, height}, {width, height}};
    layout.middle = {{gap, top + gap}, {width - gap, height - gap}};
    layout.has_controls_alone = layout.right_in_tabs = layout.right_is_short = true;

    const Rect& m = layout.middle;
    layout.right = {m.max, m.max};
    const float banner = std::min(input.banner_height, std::round(0.3f * m.height()));
    layout.banner = {m.min, {m.max.x, m.min.y + banner}};
    const Rect room{{m.min.x, m.min.y + (banner > 0 ? banner + gap : 0)}, m.max};
    if (input.filled != Part::none) return fill(layout, input, room), layout;
    const float split = std::round((room.min.x + room.max.x - gap) / 2);
    layout.charts = grid_of({room.min, {split, room.max.y}}, input.chart_count, input.chart_count, gap);
    divide_right_half(layout, input, {{split + gap, room.min.y}, room.max}, gap);
    return layout;
}

}  // namespace spillway::window
