#include "app/window/panels/charts/shown_charts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "app/catalogue/charts_reader.h"
#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/comparison.h"
#include "app/window/kit/step_view.h"

namespace spillway::window {
namespace {

/// Without a compiler, a failed point was not compiled: it is unknown, not refused.
void forget_uncompiled(std::vector<results::Curve>& curves)
{
    for (results::Curve& curve : curves)
        for (results::CurvePoint& point : curve.points)
            if (point.state == results::PointState::failed && point.result && !point.result->compile) {
                point.state = results::PointState::missing;
                point.result = nullptr;
            }
}

/// A stored choice may come from another version of the program.
bool can_be_shown(const std::vector<std::string>& metrics)
{
    return metrics.size() >= fewest_charts && metrics.size() <= max_charts &&
           std::ranges::all_of(metrics, [](const std::string& key) { return model::find_metric(key) != nullptr; });
}

void choose(const session::SessionView& session, ViewState& view, std::vector<std::string> metrics)
{
    if (metrics == session.experiment().charts)
        reset_charts(session, view);
    else
        view.charts[session.selection().experiment] = std::move(metrics);
}

/// The kept metrics with the one that the lesson's step enlarges; if there is no more room, it replaces the last.
std::vector<std::string> metrics_of_step(const session::SessionView& session, const ViewState& view)
{
    std::vector<std::string> metrics = kept_metrics(session, view);
    if (!view.lesson_leads_now && !view.present) return metrics;
    const std::string large = large_chart(session, view);
    if (large.empty() || std::ranges::find(metrics, large) != metrics.end()) return metrics;
    if (metrics.size() < max_charts)
        metrics.push_back(large);
    else
        metrics.back() = large;
    return metrics;
}

}  // namespace

std::vector<std::string> kept_metrics(const session::SessionView& session, const ViewState& view)
{
    const auto chosen = view.charts.find(session.selection().experiment);
    return chosen != view.charts.end() && can_be_shown(chosen->second) ? chosen->second : session.experiment().charts;
}

std::vector<model::ChartLeftOut> left_out_for(const session::SessionView& session, const ViewState& view,
                                              const std::string& metric)
{
    const bool is_drawing = view.sketch && view.sketch->experiment == session.selection().experiment;
    if (view.present || is_drawing) return {};  // the drawing's chart stands for no chart that is left out
    const std::vector<std::string> shown = shown_metrics(session, view);
    std::vector<std::string> others;  // metrics other than speed, occupancy and local memory
    for (const std::string& each : shown)
        if (catalogue::chart_role(each) == catalogue::ChartRole::other) others.push_back(each);
    if (others.empty() && !shown.empty()) others.push_back(shown.back());
    std::vector<model::ChartLeftOut> found;
    std::size_t place = 0;
    for (const model::ChartLeftOut& chart : session.experiment().charts_left_out) {
        if (std::ranges::find(shown, chart.metric) != shown.end()) continue;
        if (!others.empty() && others[std::min(place, others.size() - 1)] == metric) found.push_back(chart);
        ++place;
    }
    return found;
}

bool is_curve_revealed(const session::SessionView& session, const ViewState& view)
{
    return view.sketch && view.sketch->is_revealed && view.sketch->is_alone && is_of(*view.sketch, session);
}

std::vector<std::string> chosen_metrics(const session::SessionView& session, const ViewState& view)
{
    std::vector<std::string> metrics = metrics_of_step(session, view);
    const bool is_drawing = view.sketch && view.sketch->experiment == session.selection().experiment;
    if (is_drawing && !metrics.empty() && std::ranges::find(metrics, view.sketch->metric) == metrics.end())
        metrics.back() = view.sketch->metric;
    return metrics;
}

std::vector<std::string> shown_metrics(const session::SessionView& session, const ViewState& view)
{
    std::vector<std::string> metrics = chosen_metrics(session, view);
    if (is_curve_revealed(session, view)) return {view.sketch->metric};
    if (view.is_phone)  // a phone shows one chart: the large one of the step or the drawing
        if (const auto found = std::ranges::find(metrics, large_chart(session, view)); found != metrics.end())
            std::rotate(metrics.begin(), found, std::next(found));
    if (!view.present || metrics.empty()) return metrics;
    std::rotate(metrics.begin(), metrics.begin() + static_cast<std::ptrdiff_t>(view.first_chart % metrics.size()),
                metrics.end());
    // The chart with the sketch must be on the screen.
    const std::string wanted = view.filled == Part::charts                   ? view.filled_chart
                               : view.sketch && is_of(*view.sketch, session) ? view.sketch->metric
                               : view.first_chart == 0                       ? large_chart(session, view)
                                                                             : "";
    if (const auto found = std::ranges::find(metrics, wanted); found != metrics.end())
        std::rotate(metrics.begin(), found, metrics.end());
    metrics.resize(std::min<std::size_t>(metrics.size(), view.filled == Part::charts ? 1 : 2));
    return metrics;
}

namespace {

template <typename Is>
bool is_any_shown(const session::SessionView& session, const ViewState& view, Is is)
{
    const std::vector<std::string> metrics = chosen_metrics(session, view);
    return std::any_of(metrics.begin(), metrics.end(), [&](const std::string& key) {
        const model::Metric* metric = model::find_metric(key);
        return metric != nullptr && is(*metric);
    });
}

}  // namespace

bool are_counters_shown(const session::SessionView& session, const ViewState& view)
{
    const bool is_code_shown = view.tab == "code" || (view.lesson_leads_now && pane_beside(session, view) == "code");
    const bool waits = view.waits.value_or(false) && is_code_shown;
    return waits || is_any_shown(session, view, [](const model::Metric& metric) { return metric.is_counted; });
}

bool are_counts_shown(const session::SessionView& session, const ViewState& view)
{
    return is_any_shown(session, view, [](const model::Metric& metric) { return metric.is_interpretable; });
}

bool are_ptx_counts_shown(const session::SessionView& session, const ViewState& view)
{
    return is_any_shown(session, view,
                        [](const model::Metric& metric) { return metric.is_interpretable && !metric.is_counted; });
}

bool are_code_metrics_shown(const session::SessionView& session, const ViewState& view)
{
    return is_any_shown(session, view,
                        [](const model::Metric& metric) { return metric.group == model::MetricGroup::sass; });
}

namespace {

/// Adds A's curves as ghosts behind the current ones.
void add_ghosts(const teaching::Pinned& a, std::vector<results::Curve>& curves)
{
    for (results::Curve& curve : curves)
        for (const results::Curve& pinned : a.curves) {
            if (pinned.variant != curve.variant) continue;
            curve.ghost.clear();
            std::ranges::copy_if(pinned.points, std::back_inserter(curve.ghost), [](const results::CurvePoint& point) {
                return point.result != nullptr && point.state >= results::PointState::ready;
            });
        }
}

/// Adds the difference from A to each value under the cursor.
void add_differences(const teaching::Pinned& a, const session::SessionView& session, std::vector<charts::Chart>& charts)
{
    for (charts::Chart& chart : charts) {
        const model::Metric* metric = model::find_metric(chart.key);
        for (charts::Series& series : chart.series) {
            if (metric == nullptr || series.is_ghost || series.is_secondary || series.readout.empty()) continue;
            const teaching::ResultOfA of_a = teaching::result_of_a(a, session, series.key);
            if (of_a.result == nullptr) continue;
            const results::CurvePoint& now = session.current(series.key);
            if (now.result == nullptr || now.is_stale()) continue;
            const auto difference = teaching::difference(*metric, *of_a.result, *now.result);
            if (!difference) continue;
            const bool is_significant = difference->change > teaching::Change::inside_noise;
            std::string words = is_significant ? difference->text : "= A";
            if (!of_a.at.empty()) words += (is_significant ? ", A at " : " at ") + of_a.at;
            series.readout_least = series.readout_short;
            series.readout += " (" + words + ")";
            // The short form omits the unit, because the value beside it has the same one; a percentage keeps its sign.
            series.readout_short += " (" + charts::without_unit(words, {" bytes", " byte", " points"}) + ")";
        }
    }
}

std::vector<charts::Chart> charts_of(const session::SessionView& session, const ViewState& view,
                                     const std::vector<std::string>& metrics, charts::Notes notes,
                                     charts::CurveFacts* facts = nullptr)
{
    const teaching::Pinned* a = view.pinned && shares_charts(*view.pinned, session) ? view.pinned.get() : nullptr;
    const bool lacks_compiler = teaching::lacks_compiler(session);
    std::vector<results::Curve> changed;  // a copy only if it differs from the session's curves, because this runs at
                                          // each step of a drag
    if (lacks_compiler || a != nullptr) changed = session.curves();
    if (lacks_compiler) forget_uncompiled(changed);
    if (a != nullptr) add_ghosts(*a, changed);
    const session::Selection& selection = session.selection();
    const charts::ChartInput input{.experiment = session.experiment(),
                                   .curves = lacks_compiler || a != nullptr ? changed : session.curves(),
                                   .x_axis = selection.x_axis,
                                   .values = selection.values,
                                   .focus = selection.focus,
                                   .hidden = view.hidden_variants,
                                   .gpu = &session.gpu(),
                                   .y_scales = view.y_scales,
                                   .ghost_label = a == nullptr ? "" : teaching::name_of_a(*a, session),
                                   .notes = notes,
                                   .facts = facts};
    std::vector<charts::Chart> charts = charts::metric_charts(input, metrics);
    if (a != nullptr) add_differences(*a, session, charts);
    return charts;
}

/// Removes everything from the chart that reveals its curves: other variants, and numbers at the cursor and the axis.
void cover(charts::Chart& chart)
{
    std::erase_if(chart.series, [](const charts::Series& each) { return each.is_secondary || each.is_ghost; });
    for (charts::Series& series : chart.series) {
        series.points.clear();
        series.readout = series.readout_short = "?";
        series.readout_least.clear();
    }
    chart.subtitle = chart.y.unit;  // the subtitle could also name the occupancy limiter
    chart.shorter_subtitles.clear();
    chart.cliffs.clear();
    chart.failures.clear();
    chart.references.clear();
    chart.y.logarithmic = false;
    chart.y.first = 0;
    chart.y.last = 1;
    chart.empty_message = teaching::asked_words;
    chart.shorter_empty_message = teaching::shorter_asked_words;
}

/// Removes hints about a covered chart from another one: reasons for jumps, and refused kernels.
void cover_reasons(charts::Chart& chart, const teaching::Covers& covers)
{
    chart.cliffs.clear();
    if (!covers.hides_outcome()) return;
    chart.failures.clear();
    for (charts::Series& series : chart.series)
        std::erase_if(series.points,
                      [](const charts::DataPoint& point) { return point.look == charts::PointLook::failed; });
}

void show_sketch(charts::Chart& chart, const teaching::Sketch& sketch)
{
    chart.guess = charts::Guess{{sketch.points.begin(), sketch.points.end()}, "your guess", !sketch.is_revealed};
    chart.subtitle.clear();  // a button takes its place
    chart.widest_subtitle.clear();
    chart.shorter_subtitles.clear();
    if (!sketch.is_revealed) {
        cover(chart);
        chart.y.first = sketch.least;
        chart.y.last = sketch.most;
        chart.empty_message = sketch.points.empty() ? "Draw here what you expect." : "";
        for (charts::Series& series : chart.series)
            if (series.key != sketch.variant) series.readout = series.readout_short = "";
        return;
    }
    for (charts::Series& series : chart.series) {
        series.is_dim = series.key != sketch.variant || series.is_ghost || series.is_secondary;
        const auto shown = std::lround(sketch.shown_share * static_cast<double>(series.points.size()));
        if (!series.is_dim && sketch.shown_share < 1) series.points.resize(static_cast<std::size_t>(shown));
    }
    for (const auto& [x, y] : sketch.points) {
        chart.y.first = std::min(chart.y.first, y);
        chart.y.last = std::max(chart.y.last, y);
    }
}

}  // namespace

bool is_of(const teaching::Sketch& sketch, const session::SessionView& session)
{
    return sketch.experiment == session.selection().experiment && sketch.over == session.selection().x_axis;
}

TrueCurve true_curve(const session::SessionView& session, const ViewState& view, const teaching::Sketch& sketch)
{
    TrueCurve curve;
    for (const charts::Chart& chart : charts_of(session, view, {sketch.metric}, charts::Notes::none)) {
        curve.unit = chart.y.unit;
        for (const charts::Series& series : chart.series)
            for (const charts::DataPoint& point : series.points)
                if (series.key == sketch.variant && !series.is_ghost && !series.is_secondary && point.y &&
                    point.look == charts::PointLook::solid)
                    curve.points[point.x] = *point.y;
    }
    return curve;
}

namespace {

/// The charts, with a message or cover in place of curves that are missing or not visible yet.
std::vector<charts::Chart> charts_with_covers(const session::SessionView& session, const ViewState& view,
                                              const std::vector<std::string>& metrics, charts::Notes notes,
                                              charts::CurveFacts* facts = nullptr)
{
    std::vector<charts::Chart> charts = charts_of(session, view, metrics, notes, facts);
    if (const auto why = teaching::why_no_answers(session))
        for (charts::Chart& chart : charts)
            if (!chart.empty_message.empty()) chart.empty_message = *why;
    if (const teaching::Covers covers = covers_of(session, view); covers.any())
        for (charts::Chart& chart : charts) covers.hides(chart.key) ? cover(chart) : cover_reasons(chart, covers);
    if (view.sketch && is_of(*view.sketch, session))
        for (charts::Chart& chart : charts)
            if (chart.key == view.sketch->metric) show_sketch(chart, *view.sketch);
    return charts;
}

}  // namespace

std::vector<charts::Chart> whole_charts(const session::SessionView& session, const ViewState& view,
                                        charts::CurveFacts& facts)
{
    return charts_with_covers(session, view, shown_metrics(session, view), charts::Notes::none, &facts);
}

charts::Chart noted_chart(const session::SessionView& session, const ViewState& view, const std::string& metric)
{
    return std::move(charts_with_covers(session, view, {metric}, charts::Notes::value).front());
}

void zoom(charts::Chart& chart, const session::SessionView& session, const ViewState& view)
{
    if (const auto zoom = view.zoom.find(session.selection().x_axis); zoom != view.zoom.end())
        std::tie(chart.x.first, chart.x.last) = zoom->second;
}

std::vector<charts::Chart> visible_charts(const session::SessionView& session, const ViewState& view)
{
    auto charts = charts_with_covers(session, view, chosen_metrics(session, view), charts::Notes::position_and_value);
    for (charts::Chart& chart : charts) zoom(chart, session, view);
    return charts;
}

void choose_metric(const session::SessionView& session, ViewState& view, std::size_t place, const std::string& metric)
{
    std::vector<std::string> metrics = metrics_of_step(session, view);
    if (place >= metrics.size()) return;
    if (metrics[place] == large_chart(session, view)) choose_large_chart(session, view, metric);
    const auto elsewhere = std::ranges::find(metrics, metric);
    if (elsewhere != metrics.end())
        std::swap(*elsewhere, metrics[place]);
    else
        metrics[place] = metric;
    choose(session, view, std::move(metrics));
}

void add_chart(const session::SessionView& session, ViewState& view)
{
    std::vector<std::string> metrics = metrics_of_step(session, view);
    const auto is_new = [&](const model::Metric& metric) {
        return std::ranges::find(metrics, metric.key) == metrics.end();
    };
    const auto found = std::ranges::find_if(model::metrics(), is_new);
    if (metrics.size() >= max_charts || found == model::metrics().end()) return;
    metrics.emplace_back(found->key);
    choose(session, view, std::move(metrics));
}

void show_metric(const session::SessionView& session, ViewState& view, const std::string& metric,
                 const std::string& instead_of)
{
    std::vector<std::string> metrics = metrics_of_step(session, view);
    if (std::ranges::find(metrics, metric) != metrics.end()) return;
    if (metrics.size() < max_charts)
        metrics.push_back(metric);
    else
        std::ranges::replace(metrics, instead_of, metric);
    choose(session, view, std::move(metrics));
}

void remove_chart(const session::SessionView& session, ViewState& view, std::size_t place)
{
    std::vector<std::string> metrics = metrics_of_step(session, view);
    if (metrics.size() <= fewest_charts || place >= metrics.size()) return;
    const bool was_large = metrics[place] == large_chart(session, view);
    metrics.erase(metrics.begin() + static_cast<std::ptrdiff_t>(place));
    if (was_large) choose_large_chart(session, view, metrics.front());
    choose(session, view, std::move(metrics));
}

void reset_charts(const session::SessionView& session, ViewState& view)
{
    view.charts.erase(session.selection().experiment);
    view.step_choices.large_chart.reset();
}

}  // namespace spillway::window
