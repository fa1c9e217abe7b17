#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/charts/launch_figure.h"
#include "app/charts/memory_drawing.h"

namespace spillway::charts {

/// A launch with its threads and traffic.
struct MemoryCard {
    std::string title;  ///< variant; empty: none
    std::optional<LaunchFigure> launch;
    MemoryFlow flow;
};

/// The card of one result, complete enough for a picture of its own.
[[nodiscard]] MemoryCard memory_card(const model::Experiment& experiment, const model::Gpu& gpu,
                                     const model::RunResult& result);

/// Largest byte count of an arrow, as the common scale of several cards.
[[nodiscard]] double max_bytes(const MemoryFlow& flow);

/// Draws the title, the launch in words (omitted if the traffic needs the height), its figure if there is space, and
/// the traffic. Without counters, the reason replaces the traffic. `widest_bytes`: see memory_drawing().
[[nodiscard]] Drawing draw_card(const MemoryCard& card, Size size, const ChartStyle& style, const TextMeasure& measure,
                                double widest_bytes = 0);

/// A sheet for a file: rows of `in_a_row` cards, all arrows to one scale.
[[nodiscard]] Drawing memory_sheet(const std::vector<MemoryCard>& cards, Size one, const ChartStyle& style,
                                   std::size_t in_a_row);

}  // namespace spillway::charts
