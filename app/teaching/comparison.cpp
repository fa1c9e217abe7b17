#include "app/teaching/comparison.h"

#include <fmt/format.h>

#include <cmath>

#include "app/model/uncertainty.h"
#include "app/teaching/gpu_labels.h"
#include "app/teaching/parameter_steps.h"

namespace spillway::teaching {
namespace {

constexpr double least_factor = 2;  ///< from here on, "2.4 times" instead of "+140 %"

std::string label_of(const model::Variant* variant, const std::string& name)
{
    return variant == nullptr || variant->label.empty() ? name : variant->label;
}

std::string with_sign(double value, const std::string& magnitude)
{
    return (value < 0 ? "–" : "+") + magnitude;
}

std::string ratio_text(double ratio)
{
    if (ratio >= least_factor) return fmt::format("{:.1f} times", ratio);
    if (ratio > 0 && ratio <= 1 / least_factor) return fmt::format("1/{:.1f}", 1 / ratio);
    const double percent = 100 * (ratio - 1);
    return with_sign(percent, fmt::format("{:.{}f} %", std::abs(percent), std::abs(percent) < 10 ? 1 : 0));
}

bool is_shown_as_ratio(const model::Metric& metric, double a, double b)
{
    return metric.group == model::MetricGroup::measurement && metric.format != model::MetricFormat::percent && a > 0 &&
           b >= 0;
}

std::string difference_text(const model::Metric& metric, double a, double b)
{
    const double change = b - a;
    if (metric.format == model::MetricFormat::percent)
        return with_sign(change, fmt::format("{:.1f} points", 100 * std::abs(change)));
    if (is_shown_as_ratio(metric, a, b)) return ratio_text(b / a);
    return with_sign(change, model::format_metric(metric, std::abs(change)));
}

void add_change(std::vector<std::string>& lines, const std::string& what, const std::string& a, const std::string& b)
{
    if (a != b) lines.push_back(what + ": " + a + " → " + b);
}

std::string compiler_of(const session::SessionView& session)
{
    const auto& hello = session.worker().hello;
    return hello && hello->compiler.available ? "NVRTC " + hello->compiler.version : std::string();
}

/// True if A and the current setting are points of one curve.
bool is_moved_along_x_only(const Pinned& a, const session::SessionView& now)
{
    const session::Selection &before = a.selection, &after = now.selection();
    if (before.experiment != after.experiment || before.gpu != after.gpu || before.x_axis != after.x_axis) return false;
    if (a.compiler != compiler_of(now)) return false;
    model::Values values = before.values;
    values[after.x_axis] = after.values.at(after.x_axis);
    return values == after.values;
}

}  // namespace

PinnedPointer pin(const session::SessionView& session)
{
    auto pinned = std::make_shared<Pinned>();
    pinned->selection = session.selection();
    pinned->experiment_title = session.experiment().title;
    pinned->focus_label =
        label_of(session.experiment().find_variant(session.selection().focus), session.selection().focus);
    pinned->gpu_label = session.gpu().label;
    pinned->compiler = compiler_of(session);
    pinned->curves = session.curves();
    for (const model::Variant& variant : session.experiment().variants) {
        const results::CurvePoint& point = session.current(variant.name);
        if (point.result && !point.is_stale()) pinned->results[variant.name] = point.result;
    }
    return pinned;
}

bool shares_charts(const Pinned& a, const session::SessionView& now)
{
    return a.selection.experiment == now.selection().experiment && a.selection.x_axis == now.selection().x_axis;
}

std::string name_of_a(const Pinned& a, const session::SessionView& now)
{
    return a.gpu_label == now.gpu().label ? "A" : "A, " + short_gpu_label(a.gpu_label);
}

ResultOfA result_of_a(const Pinned& a, const session::SessionView& now, const std::string& variant)
{
    const std::string& axis = now.selection().x_axis;
    const model::Parameter* parameter = now.experiment().find_parameter(axis);
    const auto x_of_a = a.selection.values.find(axis), x = now.selection().values.find(axis);
    if (parameter == nullptr || x_of_a == a.selection.values.end() || x == now.selection().values.end()) return {};
    const auto pinned = a.results.find(variant);
    const auto result_pinned = pinned == a.results.end() ? nullptr : pinned->second;
    if (x_of_a->second == x->second) return {result_pinned, ""};
    if (is_moved_along_x_only(a, now)) return {result_pinned, value_label(*parameter, x_of_a->second)};
    for (const results::Curve& curve : a.curves) {
        if (curve.variant != variant) continue;
        for (const results::CurvePoint& point : curve.points)
            if (point.x == x->second && point.state >= results::PointState::ready) return {point.result, ""};
    }
    return {};
}

std::vector<std::string> changed_settings(const Pinned& a, const session::SessionView& now)
{
    std::vector<std::string> lines;
    const model::Experiment& experiment = now.experiment();
    add_change(lines, "Experiment", a.experiment_title, experiment.title);
    add_change(lines, "GPU", a.gpu_label, now.gpu().label);
    if (const std::string compiler = compiler_of(now); !a.compiler.empty() && !compiler.empty())
        add_change(lines, "Compiler", a.compiler, compiler);
    add_change(lines, "Variant", a.focus_label,
               label_of(experiment.find_variant(now.selection().focus), now.selection().focus));
    if (a.selection.experiment != now.selection().experiment) return lines;
    for (const auto& [name, value] : now.selection().values) {
        const model::Parameter* parameter = experiment.find_parameter(name);
        const auto before = a.selection.values.find(name);
        if (parameter == nullptr || before == a.selection.values.end()) continue;
        add_change(lines, parameter->label.empty() ? name : parameter->label, value_label(*parameter, before->second),
                   value_label(*parameter, value));
    }
    return lines;
}

std::optional<Difference> difference(const model::Metric& metric, const model::RunResult& a, const model::RunResult& b)
{
    const auto before = metric.get(a), after = metric.get(b);
    if (!before || !after) return std::nullopt;
    if (*before == *after) return Difference{Change::none, "same"};
    const double doubt = std::hypot(model::uncertainty(metric.key, a), model::uncertainty(metric.key, b));
    if (std::abs(*after - *before) <= doubt * std::abs(*before))
        return Difference{Change::inside_noise, "inside the noise"};
    return Difference{*after > *before ? Change::higher : Change::lower, difference_text(metric, *before, *after)};
}

std::vector<ComparedRow> compared_rows(const model::RunResult& a, const model::RunResult& b)
{
    std::vector<ComparedRow> rows;
    for (const model::Metric& metric : model::metrics()) {
        const auto before = metric.get(a), after = metric.get(b);
        const bool is_of_kernel = metric.key != "compile_seconds";
        if (!is_of_kernel || (!before && !after)) continue;
        const auto text = [&](const auto& value) {
            return value ? model::format_metric(metric, *value) : std::string("–");
        };
        rows.push_back({&metric, text(before), text(after), difference(metric, a, b)});
    }
    return rows;
}

}  // namespace spillway::teaching
