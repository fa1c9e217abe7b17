#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/chart.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/metrics.h"
#include "app/results/curve.h"

namespace spillway::charts {

class CurveFacts;

/// How a y axis is divided. By itself it is logarithmic where the values span more than a factor of 30.
enum class AxisScale { by_itself, linear, logarithmic };

/// A point's note. If several points at one x have one, it stands above them all.
enum class Notes { none, value, place_and_value };

/// What charts are made of: the results and what the learner has chosen. Nothing is kept but `facts`.
struct ChartInput {
    const model::Experiment& experiment;
    const std::vector<results::Curve>& curves;  ///< one per variant to be drawn
    std::string x_axis;                         ///< parameter or knob of the experiment
    model::Values values;                       ///< the current setting: the cursor stands at values[x_axis]
    std::string focus;                          ///< variant whose cliffs come first
    std::set<std::string> hidden;               ///< variants not drawn
    const model::Gpu* gpu = nullptr;            ///< for the datasheet's peak; may be null
    std::map<std::string, AxisScale> y_scales;  ///< by metric; of those that are absent by itself
    std::string behind{};                       ///< whose curves lie behind, thin: "A"; empty: an earlier setting's
    Notes notes = Notes::place_and_value;       ///< DataPoint::note: for a point's tooltip and for saved charts
    CurveFacts* facts = nullptr;                ///< of the charts before; a drag makes charts at each of its steps
};

/// A metric of model::metrics() over the x axis. An unknown key or x axis gives a chart whose empty_message
/// says so.
[[nodiscard]] Chart metric_chart(const ChartInput& input, std::string_view metric_key);

/// One chart per metric, in the order in which they stand side by side.
[[nodiscard]] std::vector<Chart> metric_charts(const ChartInput& input, std::span<const std::string> metric_keys);

/// Whether its y axis is linear by itself, whatever its values span: spilled bytes, and shares of something whole.
[[nodiscard]] bool is_linear_by_itself(std::string_view metric_key);

/// The text without the one of these units that it ends in.
[[nodiscard]] std::string without_unit(std::string text, std::initializer_list<std::string_view> units);

/// What a chart of the metric is called: its label, but "Local memory" for the stack frame, which spill
/// stores and loads stand beside.
[[nodiscard]] std::string_view chart_title(const model::Metric& metric);

}  // namespace spillway::charts
