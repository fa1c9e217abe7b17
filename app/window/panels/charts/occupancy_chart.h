#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/model/occupancy_curves.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A what-if curve: warps per SM as a function of one quantity.
struct WhatIfChart {
    std::string key;
    std::string title;
    std::string unit;  ///< unit of x, for the value under the mouse: "threads"
    bool is_bytes = false;
    const std::vector<model::OccupancyPoint>* points = nullptr;
    std::optional<std::int64_t> current;
    int max_warps = 64;
    std::function<std::string(std::int64_t x)> click_words;  ///< describes the effect of a click at x; null: a click
                                                             ///< does nothing
};

/// Draws the chart at the cursor with this size. Returns the x that the user clicked.
std::optional<std::int64_t> draw_what_if(const PanelContext& context, const WhatIfChart& chart, ImVec2 size);

}  // namespace spillway::window
