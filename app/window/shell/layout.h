#pragma once

#include <vector>

#include "app/window/kit/focus_registry.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Where everything is, for one size of the window. Pixels of the window. In present mode `left` has the sliders and
/// the legend, `status` has no height, and the SM is one of the tabs.
struct Layout {
    Rect top_bar, left, middle, status;  ///< middle: what is right of the left column
    Rect banner;                         ///< above the charts; no height where there is none
    std::vector<Rect> charts;            ///< side by side; four in a narrow window two by two
    Rect sentence;  ///< between charts and tabs, as wide as the tabs; no height where there is none, or no room
    Rect tabs, right;
    Rect left_border, charts_border,
        right_border;                 ///< the gaps that can be dragged; empty where there is nothing beside
    bool has_controls_alone = false;  ///< `left` holds the sliders and the legend, as in present mode
    bool right_in_tabs = false;       ///< no room beside the tabs
    bool right_is_short = false;      ///< its last lines, the advice, are scrolled out of sight
};

struct LayoutInput {
    ImVec2 size;
    float scale = 1;
    bool present = false;
    float banner_height = 0;
    float sentence_height = 0;
    std::size_t chart_count = 3;
    Borders borders = {};
    Part filled = Part::none;   ///< this part alone, below the banner
    float controls_height = 0;  ///< of the sliders and the legend, where they stand alone

    /// A phone held upright.
    [[nodiscard]] bool is_upright() const { return !present && size.x < 560 * scale && size.y > 480 * scale; }
};

[[nodiscard]] Layout compute_layout(const LayoutInput& input);

/// Cells of equal size, row by row, on whole pixels.
[[nodiscard]] std::vector<Rect> grid_of(const Rect& area, std::size_t count, std::size_t rows, float gap);

/// The part at a place; none between them.
[[nodiscard]] Part part_at(const Layout& layout, ImVec2 place);

/// The borders after one of them was dragged by so many pixels in the window that this is the layout of.
[[nodiscard]] Borders dragged_border(const Layout& layout, Borders borders, Part beside, float by);

}  // namespace spillway::window
