#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/model/occupancy_curves.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A what-if curve: warps per SM if only one thing were different.
struct WhatIfChart {
    std::string key;
    std::string title;
    std::string unit;  ///< of x, for the value under the mouse: "threads"
    bool is_bytes = false;
    const std::vector<model::OccupancyPoint>* points = nullptr;
    std::optional<std::int64_t> current;
    int max_warps = 64;
    std::function<std::string(std::int64_t x)> click_words;  ///< what a click at x sets; null: nothing can be set
};

/// Draws the chart into a rectangle of that size at the cursor. Returns the x that was clicked.
std::optional<std::int64_t> draw_what_if(const PanelContext& context, const WhatIfChart& chart, ImVec2 size);

}  // namespace spillway::window
