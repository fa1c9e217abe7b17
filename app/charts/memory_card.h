#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/charts/launch_figure.h"
#include "app/charts/memory_drawing.h"

namespace spillway::charts {

/// One launch: its threads and its traffic.
struct MemoryCard {
    std::string title;  ///< the variant; empty: none
    std::optional<LaunchFigure> launch;
    MemoryFlow flow;
};

/// The card of one result, for a picture that may stand alone.
[[nodiscard]] MemoryCard memory_card(const model::Experiment& experiment, const model::Gpu& gpu,
                                     const model::RunResult& result);

/// Most bytes that an arrow of these cards has: what makes their arrows comparable.
[[nodiscard]] double most_bytes(const MemoryFlow& flow);

/// Title, the launch in words unless the traffic needs the height, its figure where there is room beside the traffic,
/// and the traffic. Where nothing was counted, the reason stands in the traffic's place. `widest_bytes`: as in
/// memory_drawing().
[[nodiscard]] Drawing draw_card(const MemoryCard& card, Size size, const ChartStyle& style, const TextMeasure& measure,
                                double widest_bytes = 0);

/// For a file: so many beside each other, more below them, all with arrows of one scale.
[[nodiscard]] Drawing memory_sheet(const std::vector<MemoryCard>& cards, Size one, const ChartStyle& style,
                                   std::size_t in_a_row);

}  // namespace spillway::charts
