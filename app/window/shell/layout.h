#pragma once

#include <vector>

#include "app/window/kit/focus_registry.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Positions of all parts for one window size, in window pixels. In present mode `left` contains the sliders and the
/// legend, `status` has no height, and the SM is one of the tabs.
struct Layout {
    Rect top_bar, left, middle, status;  ///< middle: the area right of the left column
    Rect banner;                         ///< above the charts; no height if there is no banner
    std::vector<Rect> charts;            ///< side by side; in a narrow window four charts stand two by two
    Rect sentence;  ///< above the tabs (present mode: below), as wide as they are; no height if absent or without room
    Rect tabs, right;
    Rect pane;  ///< the panel that a step of a lesson speaks of; empty if there is none
    Rect left_border, charts_border, right_border,
        lesson_border;                ///< draggable gaps; empty if there is no part beside
    bool has_controls_alone = false;  ///< `left` contains only the sliders and the legend, as in present mode
    bool right_in_tabs = false;       ///< no room for the SM beside the tabs
    bool right_is_short = false;      ///< the SM's last lines (the advice) are scrolled out of sight
};

/// In units of the scale: a narrower window is a phone held upright, a lower one a phone on its side.
inline constexpr float phone_width = 560, low_height = 480;

struct LayoutInput {
    ImVec2 size;
    float scale = 1;
    bool present = false;
    float banner_height = 0;
    float sentence_height = 0;
    std::size_t chart_count = 3;
    Borders borders = {};
    Part filled = Part::none;     ///< only this part is shown, below the banner
    float controls_height = 0;    ///< height of the sliders and the legend in a column of their own
    bool lesson_leads = false;    ///< the lesson's layout, if the window has room for it
    std::size_t large_chart = 0;  ///< in the lesson's layout: index of the large chart
    bool has_pane = false;        ///< in the lesson's layout: a panel stands below the charts

    /// A phone held upright.
    [[nodiscard]] bool is_upright() const
    {
        return !present && size.x < phone_width * scale && size.y > low_height * scale;
    }
    /// A phone on its side, or a laptop's browser at 200 %: too low for charts above the tabs.
    [[nodiscard]] bool is_low() const
    {
        return !present && size.x >= phone_width * scale && size.y < low_height * scale;
    }
};

[[nodiscard]] Layout compute_layout(const LayoutInput& input);

/// Cells of equal size, row by row, on whole pixels.
[[nodiscard]] std::vector<Rect> grid_of(const Rect& area, std::size_t count, std::size_t rows, float gap);

/// The part at a position; Part::none for gaps, bars, banner, sentence and pane.
[[nodiscard]] Part part_at(const Layout& layout, ImVec2 place);

/// True if the part has a border that can be moved; the tabs have the lesson's.
[[nodiscard]] bool has_border(const Layout& layout, Part beside);
/// The borders after a drag of one of them by `by` pixels. `beside`: Part::tabs for the border beside the lesson, else
/// the part that the border belongs to. `layout` must show that border.
[[nodiscard]] Borders dragged_border(const Layout& layout, Borders borders, Part beside, float by);

}  // namespace spillway::window
