#include "app/window/shell/layout.h"

#include <algorithm>
#include <cmath>

namespace spillway::window {
namespace {

/// Cells of equal size, row by row, on whole pixels.
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

}  // namespace

Layout compute_layout(const LayoutInput& input)
{
    const float s = input.scale;
    const float gap = std::round(10 * s);
    const float top = std::round(46 * s), foot = std::round(30 * s);
    const auto [width, height] = input.size;
    const float logical_width = width / s;

    Layout layout;
    layout.top_bar = {{0, 0}, {width, top}};
    layout.status = {{0, height - foot}, {width, height}};
    // A projector's audience needs the curves; the column keeps what the lecturer moves.
    const float wanted = input.present ? logical_width * 0.2f : logical_width * 0.21f;
    const float column = std::round(std::clamp(wanted, 216.0f, 330.0f) * s);
    layout.left = {{gap, top + gap}, {gap + column, height - foot - gap}};
    layout.middle = {{layout.left.max.x + gap, top + gap}, {width - gap, height - foot - gap}};

    const Rect& m = layout.middle;
    layout.banner = {{m.min.x, m.min.y}, {m.max.x, m.min.y + input.banner_height}};
    const float banner = input.banner_height > 0 ? input.banner_height + gap : 0;
    const float rest = m.height();
    // In a window too low for it the sentence gives way: the curves and tabs do not.
    const float sentence = rest - banner < 260 * s ? 0 : input.sentence_height;
    const float strip = sentence > 0 ? sentence + gap : 0;
    const bool two_by_two = input.chart_count == 4 && m.width() < 4 * 210 * s && rest - banner > 480 * s;
    const float share = two_by_two ? 0.62f : input.present ? 0.54f : 0.455f;
    const float least = std::min(170 * s, (rest - banner) * 0.5f);
    // What is said above and below the charts takes its room from them: what is read in the tabs stays where it is.
    const float wanted_charts = std::clamp(rest * share, least, 620 * s);
    const float charts = std::round(std::max(wanted_charts - banner - strip, least));
    float y = m.min.y + banner;
    layout.charts = grid_of({{m.min.x, y}, {m.max.x, y + charts}}, input.chart_count, two_by_two ? 2 : 1, gap);
    y += charts + gap;
    layout.right_in_tabs = m.width() < 760 * s;
    const float third = (m.width() - 2 * gap) / 3;
    const float split = layout.right_in_tabs ? m.max.x : std::round(m.max.x - third) - gap;
    layout.sentence = {{m.min.x, y}, {split, y + sentence}};
    layout.tabs = {{m.min.x, y + strip}, {split, m.max.y}};
    layout.right = layout.right_in_tabs ? Rect{m.max, m.max} : Rect{{split + gap, y}, m.max};
    layout.right_is_short = layout.right_in_tabs || layout.right.height() < 405 * s;
    return layout;
}

}  // namespace spillway::window
