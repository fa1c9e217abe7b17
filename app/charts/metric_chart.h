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

/// Scale of a y axis. `automatic`: logarithmic if the values span more than a factor of 30; never for shares of a
/// whole.
enum class AxisScale { automatic, linear, logarithmic };

/// Content of DataPoint::note. `value` omits the x position, for a tooltip that shows it once as its title above
/// several notes.
enum class Notes { none, value, position_and_value };

/// Input of charts: the results and the selection. Making a chart changes only `*facts`.
struct ChartInput {
    const model::Experiment& experiment;
    const std::vector<results::Curve>& curves;  ///< one per variant, hidden ones included
    std::string x_axis;                         ///< parameter or knob of the experiment
    model::Values values;                       ///< current setting; the cursor is at values[x_axis]
    std::string focus;                          ///< variant with priority for its cliffs
    std::set<std::string> hidden;               ///< variants not drawn
    const model::Gpu* gpu = nullptr;            ///< for the datasheet's peak and the subtitle; may be null
    std::map<std::string, AxisScale>
        y_scales;               ///< by metric; if absent, linear where is_linear_by_default(), else automatic
    std::string ghost_label{};  ///< label of the thin curves behind: "A"; empty: an earlier setting
    Notes notes = Notes::position_and_value;  ///< DataPoint::note, for tooltips and saved charts
    CurveFacts* facts = nullptr;  ///< cache of facts about the curves, for the many charts of a drag; may be null
};

/// Chart of a metric of model::metrics() over the x axis. For an unknown key or x axis, empty_message says so.
[[nodiscard]] Chart metric_chart(const ChartInput& input, std::string_view metric_key);

/// One chart per metric, in the order of the keys.
[[nodiscard]] std::vector<Chart> metric_charts(const ChartInput& input, std::span<const std::string> metric_keys);

/// True if the metric's y axis is linear unless the user chooses otherwise: spilled bytes, and shares of a whole.
[[nodiscard]] bool is_linear_by_default(std::string_view metric_key);

/// The text without its last unit, if that is one of `units`.
[[nodiscard]] std::string without_unit(std::string text, std::initializer_list<std::string_view> units);

/// Title of a metric's chart: its label, but "Local memory" for the stack frame and the stack, because their charts
/// also show spill stores and loads.
[[nodiscard]] std::string_view chart_title(const model::Metric& metric);

}  // namespace spillway::charts
