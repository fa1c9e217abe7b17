#pragma once

#include <string>
#include <vector>

#include "app/charts/curve_facts.h"
#include "app/charts/metric_chart.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

inline constexpr std::size_t fewest_charts = 2, max_charts = 4;

/// Metrics of the charts: the user's choice for this experiment, else the experiment's own; in the lesson's layout and
/// in present mode also the one that the lesson's step enlarges. While the learner sketches a curve of another metric,
/// its chart replaces the last one.
[[nodiscard]] std::vector<std::string> chosen_metrics(const session::SessionView& session, const ViewState& view);

/// The metrics on the screen: all chosen ones; in present mode two of them, or the one that fills the window; alone,
/// the one of a curve that was just revealed.
[[nodiscard]] std::vector<std::string> shown_metrics(const session::SessionView& session, const ViewState& view);

/// The charts over the whole x axis, without the notes of points: see noted_chart().
[[nodiscard]] std::vector<charts::Chart> whole_charts(const session::SessionView& session, const ViewState& view,
                                                      charts::CurveFacts& facts);
/// One chart with the notes of its points, which only a tooltip shows.
[[nodiscard]] charts::Chart noted_chart(const session::SessionView& session, const ViewState& view,
                                        const std::string& metric);
/// Zooms the chart's x axis to the visible range.
void zoom(charts::Chart& chart, const session::SessionView& session, const ViewState& view);
/// All chosen charts, with zoom and notes; the screen may show fewer (see shown_metrics).
[[nodiscard]] std::vector<charts::Chart> visible_charts(const session::SessionView& session, const ViewState& view);

/// The curve that a sketch predicts, as its chart would draw it, as far as results exist.
struct TrueCurve {
    teaching::Curve points;
    std::string unit;  ///< unit of the chart's y axis
};
[[nodiscard]] TrueCurve true_curve(const session::SessionView& session, const ViewState& view,
                                   const teaching::Sketch& sketch);
/// True if the sketch belongs to the selected experiment and x axis.
[[nodiscard]] bool is_of(const teaching::Sketch& sketch, const session::SessionView& session);

/// The charts that the experiment leaves out in favour of this one, unless they are on the screen; empty in present
/// mode.
[[nodiscard]] std::vector<model::ChartLeftOut> left_out_for(const session::SessionView& session, const ViewState& view,
                                                            const std::string& metric);

/// True if a revealed curve's chart fills the place of all charts.
[[nodiscard]] bool is_curve_revealed(const session::SessionView& session, const ViewState& view);

// ---- the user's choices ----

/// The user's choice without what the lesson's step or a sketch adds: a view names these.
[[nodiscard]] std::vector<std::string> kept_metrics(const session::SessionView& session, const ViewState& view);

/// True if a chosen chart needs hardware counters, or the tab Code shows stall reasons that the user switched on.
[[nodiscard]] bool are_counters_shown(const session::SessionView& session, const ViewState& view);
/// True if a chosen chart needs the machine code.
[[nodiscard]] bool are_code_metrics_shown(const session::SessionView& session, const ViewState& view);
/// True if a chosen chart shows a number that the PTX interpreter counts when nothing was measured.
[[nodiscard]] bool are_counts_shown(const session::SessionView& session, const ViewState& view);
/// True if a chosen chart shows a number that only the PTX interpreter counts.
[[nodiscard]] bool are_ptx_counts_shown(const session::SessionView& session, const ViewState& view);
/// Shows another metric at that place; if the metric is already on the screen, the two charts swap places.
void choose_metric(const session::SessionView& session, ViewState& view, std::size_t place, const std::string& metric);
/// Adds a chart at the end with the first metric that is not on the screen yet; does nothing at four charts.
void add_chart(const session::SessionView& session, ViewState& view);
/// Shows this metric too; at four charts, in place of `instead_of`.
void show_metric(const session::SessionView& session, ViewState& view, const std::string& metric,
                 const std::string& instead_of);
/// Removes a chart; does nothing at two charts.
void remove_chart(const session::SessionView& session, ViewState& view, std::size_t place);
/// Restores the experiment's own choice.
void reset_charts(const session::SessionView& session, ViewState& view);

}  // namespace spillway::window
