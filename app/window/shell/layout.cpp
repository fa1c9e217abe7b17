#include "app/window/shell/layout.h"

#include <algorithm>
#include <cmath>

#include "app/window/shell/lesson_layout.h"
#include "app/window/shell/present_layout.h"

namespace spillway::window {
namespace {

/// The share that the user has chosen, else the default.
float chosen(float share, float default_share)
{
    return share > 0 ? share : default_share;
}

/// One part below the banner, as large as the window.
void fill(Layout& layout, const LayoutInput& input, const Rect& room, float gap)
{
    const Rect nothing{room.max, room.max};
    layout.left = layout.tabs = layout.right = layout.sentence = nothing;
    switch (input.filled) {
        case Part::left: layout.left = room; break;
        case Part::charts: layout.charts = grid_of(room, input.chart_count, input.chart_count == 4 ? 2 : 1, gap); break;
        case Part::right: layout.right = room; break;
        case Part::tabs:
        case Part::none: layout.tabs = room; break;
    }
    layout.right_in_tabs = input.filled == Part::tabs;
    layout.right_is_short = false;
}

/// Height of the charts. If the user has dragged the border below them, they end there. Otherwise the banner and the
/// sentence take their room from the charts, so that the tabs stay in place.
float charts_height(const LayoutInput& input, float rest, float banner, float strip, float least, bool two_by_two)
{
    if (input.borders.charts > 0) {
        const float room = rest - banner;
        return std::clamp(room * input.borders.charts, least, std::max(room * 0.8f, least));
    }
    const float share = two_by_two ? 0.62f : 0.455f;
    const float wanted = std::clamp(rest * share, least, std::max(620 * input.scale, least));
    return std::max(wanted - banner - strip, least);
}

/// A phone held upright: the tabs above, then as many legible charts as fit side by side, then the sliders and the
/// legend, near the thumb. The SM is one of the tabs.
void stack(Layout& layout, const LayoutInput& input, const Rect& room, float gap)
{
    constexpr float least_chart = 240;
    const auto fit = static_cast<std::size_t>(std::max(room.width() / (least_chart * input.scale), 1.0f));
    const float controls = std::min(input.controls_height, std::round(0.4f * room.height()));
    const float charts = std::round(0.34f * room.height());
    layout.left = {{room.min.x, room.max.y - controls}, room.max};
    const float foot = layout.left.min.y - gap;
    layout.charts =
        grid_of({{room.min.x, foot - charts}, {room.max.x, foot}}, std::min(fit, input.chart_count), 1, gap);
    layout.tabs = {room.min, {room.max.x, foot - charts - gap}};
    layout.right = layout.sentence = {room.max, room.max};
    layout.has_controls_alone = layout.right_in_tabs = layout.right_is_short = true;
}

/// A low window: the tabs over the whole height; beside them as many legible charts as fit, above the sliders and the
/// legend. The SM is one of the tabs.
void put_tabs_beside_charts(Layout& layout, const LayoutInput& input, const Rect& room, float gap)
{
    constexpr float least_chart = 240;
    const float split = std::round(room.min.x + 0.54f * (room.width() - gap));
    const Rect side{{split + gap, room.min.y}, room.max};
    const auto fit = static_cast<std::size_t>(std::max(side.width() / (least_chart * input.scale), 1.0f));
    const float controls = std::min(input.controls_height, std::round(0.4f * room.height()));
    layout.left = {{side.min.x, side.max.y - controls}, side.max};
    const float foot = layout.left.min.y - (controls > 0 ? gap : 0);
    layout.charts = grid_of({side.min, {side.max.x, foot}}, std::min(fit, input.chart_count), 1, gap);
    layout.tabs = {room.min, {split, room.max.y}};
    layout.right = layout.sentence = {room.max, room.max};
    layout.has_controls_alone = layout.right_in_tabs = layout.right_is_short = true;
}

}  // namespace

std::vector<Rect> grid_of(const Rect& area, std::size_t count, std::size_t rows, float gap)
{
    const std::size_t columns = (count + rows - 1) / rows;
    const float width = (area.width() - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const float height = (area.height() - static_cast<float>(rows - 1) * gap) / static_cast<float>(rows);
    std::vector<Rect> cells;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = area.min.x + static_cast<float>(i % columns) * (width + gap);
        const float y = area.min.y + static_cast<float>(i / columns) * (height + gap);
        cells.push_back({{std::round(x), std::round(y)}, {std::round(x + width), std::round(y + height)}});
    }
    return cells;
}

Layout compute_layout(const LayoutInput& input)
{
    if (input.present) return compute_present_layout(input);
    if (input.lesson_leads && input.filled == Part::none && has_lesson_room(input)) return compute_lesson_layout(input);
    const float s = input.scale;
    const float gap = std::round(10 * s);
    const float top = std::round(46 * s), foot = std::round(30 * s);
    // A smaller window shows a part of this minimum layout, so that no rectangle has a negative size.
    const float width = std::max(input.size.x, 320 * s), height = std::max(input.size.y, 240 * s);
    const float logical_width = width / s;

    Layout layout;
    layout.top_bar = {{0, 0}, {width, top}};
    layout.status = {{0, height - foot}, {width, height}};
    const float wanted = chosen(input.borders.left, 0.21f) * logical_width;
    const float widest = input.borders.left > 0 ? std::max(216.0f, logical_width * 0.45f) : 330.0f;
    const bool fills = input.filled != Part::none, is_phone = input.is_upright() || input.is_low();
    const float column = fills || is_phone ? 0 : std::round(std::clamp(wanted, 216.0f, widest) * s);
    layout.left = {{gap, top + gap}, {gap + column, height - foot - gap}};
    layout.middle = {{layout.left.max.x + (fills || is_phone ? 0 : gap), top + gap},
                     {width - gap, height - foot - gap}};

    const Rect& m = layout.middle;
    // A banner has at most half of the height; the rest of it is cut off.
    const float banner_height = std::min(input.banner_height, std::round(0.5f * m.height()));
    layout.banner = {{m.min.x, m.min.y}, {m.max.x, m.min.y + banner_height}};
    const float banner = banner_height > 0 ? banner_height + gap : 0;
    if (fills) return fill(layout, input, {{m.min.x, m.min.y + banner}, m.max}, gap), layout;
    if (input.is_low()) return put_tabs_beside_charts(layout, input, {{m.min.x, m.min.y + banner}, m.max}, gap), layout;
    if (input.is_upright()) return stack(layout, input, {{m.min.x, m.min.y + banner}, m.max}, gap), layout;
    const float rest = m.height();
    // In a window that is too low, drop the sentence rather than shrink the charts or tabs.
    const float sentence = rest - banner < 260 * s ? 0 : input.sentence_height;
    const float strip = sentence > 0 ? sentence + gap : 0;
    const bool two_by_two = input.chart_count == 4 && m.width() < 4 * 210 * s && rest - banner > 480 * s;
    const float least = std::min(200 * s, (rest - banner) * 0.5f);
    const float max_height =
        std::max(std::floor(rest - banner - strip - gap), 0.0f);  // the tabs begin inside the window
    const float charts = std::min(std::round(charts_height(input, rest, banner, strip, least, two_by_two)), max_height);
    float y = m.min.y + banner;
    layout.charts = grid_of({{m.min.x, y}, {m.max.x, y + charts}}, input.chart_count, two_by_two ? 2 : 1, gap);
    y += charts + gap;
    layout.charts_border = {{m.min.x, y - gap}, {m.max.x, y}};
    layout.right_in_tabs = m.width() < 760 * s;
    const float aside = std::clamp(chosen(input.borders.right, 1.0f / 3), 0.2f, 0.7f) * (m.width() - 2 * gap);
    const float split = layout.right_in_tabs ? m.max.x : std::round(m.max.x - aside) - gap;
    layout.sentence = {{m.min.x, y}, {split, y + sentence}};
    layout.tabs = {{m.min.x, y + strip}, {split, m.max.y}};
    layout.right = layout.right_in_tabs ? Rect{m.max, m.max} : Rect{{split + gap, y}, m.max};
    layout.right_is_short = layout.right_in_tabs || layout.right.height() < 405 * s;
    layout.left_border = {{layout.left.max.x, m.min.y}, {m.min.x, m.max.y}};
    if (!layout.right_in_tabs) layout.right_border = {{split, y}, {split + gap, m.max.y}};
    return layout;
}

Part part_at(const Layout& layout, ImVec2 place)
{
    for (const Rect& chart : layout.charts)
        if (chart.contains(place)) return Part::charts;
    if (layout.left.contains(place)) return Part::left;
    if (layout.tabs.contains(place)) return Part::tabs;
    return layout.right.contains(place) ? Part::right : Part::none;
}

bool has_border(const Layout& layout, Part beside)
{
    const Rect none;
    const Rect& border = beside == Part::left     ? layout.left_border
                         : beside == Part::charts ? layout.charts_border
                         : beside == Part::right  ? layout.right_border
                         : beside == Part::tabs   ? layout.lesson_border
                                                  : none;
    return border.width() > 0 && border.height() > 0;
}

Borders dragged_border(const Layout& layout, Borders borders, Part beside, float by)
{
    const Rect& m = layout.middle;
    const float gap = layout.left.min.x;
    if (beside == Part::left) borders.left = (layout.left.width() + by) / layout.top_bar.width();
    if (beside == Part::right) borders.right = (layout.right.width() - by) / (m.width() - 2 * gap);
    if (beside == Part::charts) {
        const float first = layout.charts.front().min.y;
        borders.charts = (layout.charts.back().max.y - first + by) / (m.max.y - first);
    }
    if (beside == Part::tabs) borders.lesson = (layout.tabs.width() + by) / layout.top_bar.width();
    for (float* share : {&borders.left, &borders.right, &borders.charts, &borders.lesson})
        if (*share != 0) *share = std::clamp(*share, 0.05f, 0.9f);
    return borders;
}

}  // namespace spillway::window
