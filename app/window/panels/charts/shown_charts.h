#pragma once

#include <string>
#include <vector>

#include "app/charts/curve_facts.h"
#include "app/charts/metric_chart.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

inline constexpr std::size_t fewest_charts = 2, most_charts = 4;

/// The metrics that stand side by side: the user's choice for this experiment, else the experiment's own. While a curve
/// is drawn its metric takes the last place where it has none.
[[nodiscard]] std::vector<std::string> chosen_metrics(const session::SessionView& session, const ViewState& view);

/// Those of them that are on the screen: all, but in present mode two, or the one that fills the window.
[[nodiscard]] std::vector<std::string> shown_metrics(const session::SessionView& session, const ViewState& view);

/// The charts over the whole x axis. Their points have no notes: see noted_chart().
[[nodiscard]] std::vector<charts::Chart> whole_charts(const session::SessionView& session, const ViewState& view,
                                                      charts::CurveFacts& facts);
/// One of them with its points' notes, which only a tooltip shows.
[[nodiscard]] charts::Chart noted_chart(const session::SessionView& session, const ViewState& view,
                                        const std::string& metric);
/// Makes its x axis that of the screen.
void zoom(charts::Chart& chart, const session::SessionView& session, const ViewState& view);
/// The charts as they are on screen, zoom and notes included.
[[nodiscard]] std::vector<charts::Chart> visible_charts(const session::SessionView& session, const ViewState& view);

/// The curve that a sketch guesses at, as its chart would show it, as far as there are results.
struct TrueCurve {
    teaching::Curve points;
    std::string unit;  ///< of the chart's y axis
};
[[nodiscard]] TrueCurve true_curve(const session::SessionView& session, const ViewState& view,
                                   const teaching::Sketch& sketch);
/// Whether the sketch is of what is selected.
[[nodiscard]] bool is_of(const teaching::Sketch& sketch, const session::SessionView& session);

// ---- what a user can choose ----

/// Whether one of them comes from hardware counters.
[[nodiscard]] bool are_counters_shown(const session::SessionView& session, const ViewState& view);
/// Likewise one that comes from the machine code.
[[nodiscard]] bool are_code_metrics_shown(const session::SessionView& session, const ViewState& view);
/// Likewise one that the interpreter of PTX counts where nothing was measured, and one that only it can count.
[[nodiscard]] bool are_counts_shown(const session::SessionView& session, const ViewState& view);
[[nodiscard]] bool are_ptx_counts_shown(const session::SessionView& session, const ViewState& view);
/// Shows another metric at that place; the one that stood elsewhere changes places with it.
void choose_metric(const session::SessionView& session, ViewState& view, std::size_t place, const std::string& metric);
/// One chart more at the end, of the first metric that does not stand there yet; nothing where there are four.
void add_chart(const session::SessionView& session, ViewState& view);
/// One chart less; nothing where there are two.
void remove_chart(const session::SessionView& session, ViewState& view, std::size_t place);
/// As the experiment has them.
void reset_charts(const session::SessionView& session, ViewState& view);

}  // namespace spillway::window
