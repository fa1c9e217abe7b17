#include "app/cli/sweep_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/charts/csv.h"
#include "app/charts/layout.h"
#include "app/charts/metric_chart.h"
#include "app/charts/svg.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"
#if SPILLWAY_HAS_WINDOW
#include "app/charts/png.h"
#endif

namespace spillway::cli {
namespace {

constexpr charts::Size chart_size{440, 320};
constexpr double png_scale = 2;  ///< a slide wants more pixels than a web page

/// Whether every axis but the first stands at its first value: what the picture shows.
bool is_in_picture(const SweepResults& sweep, const model::RunResult& result)
{
    return std::all_of(sweep.axes.begin() + 1, sweep.axes.end(), [&](const Axis& axis) {
        return result.parameters.at(axis.parameter->name) == axis.values.front();
    });
}

std::vector<results::Curve> make_curves(const SweepResults& sweep)
{
    const model::Parameter& x = *sweep.axes.front().parameter;
    std::vector<results::Curve> curves;
    for (const model::Variant* variant : sweep.variants) {
        results::Curve curve;
        curve.variant = variant->name;
        for (const model::RunResult& result : sweep.results) {
            if (result.variant != variant->name || !is_in_picture(sweep, result)) continue;
            results::CurvePoint point;
            point.x = result.parameters.at(x.name);
            point.position = catalogue::axis_position(x, point.x);
            point.state = result.status == model::Status::ok ? results::PointState::ready : results::PointState::failed;
            point.result = std::make_shared<const model::RunResult>(result);
            curve.points.push_back(std::move(point));
        }
        std::sort(curve.points.begin(), curve.points.end(),
                  [](const auto& a, const auto& b) { return a.position < b.position; });
        curves.push_back(std::move(curve));
    }
    return curves;
}

std::string footer(const SweepResults& sweep)
{
    std::string text =
        fmt::format("{} over {}, {}", sweep.experiment.title, sweep.axes.front().parameter->name, sweep.gpu.label);
    for (auto axis = sweep.axes.begin() + 1; axis != sweep.axes.end(); ++axis)
        text += fmt::format(", {} = {}", axis->parameter->name, model::to_string(axis->values.front()));
    if (!sweep.results.empty() && sweep.results.front().compile) text += ", " + sweep.results.front().compile->compiler;
    return text;
}

std::string make_svg(const SweepResults& sweep)
{
    const std::vector<results::Curve> curves = make_curves(sweep);
    const std::string& x_axis = sweep.axes.front().parameter->name;
    model::Values values = catalogue::initial_values(sweep.experiment, sweep.gpu);
    if (!sweep.results.empty()) values = sweep.results.front().parameters;
    const charts::ChartInput input{sweep.experiment, curves, x_axis, values, sweep.variants.front()->name, {},
                                   &sweep.gpu,       {}};
    const charts::EstimatedTextMeasure measure;
    std::vector<charts::Drawing> drawings;
    for (charts::Chart& chart : charts::metric_charts(input, sweep.experiment.charts)) {
        chart.cursor.reset();  // a file has no cursor
        drawings.push_back(charts::layout(chart, chart_size, charts::ChartStyle::document(), measure));
    }
    charts::SvgOptions options;
    options.footer = footer(sweep);
    return charts::svg_document(drawings, options);
}

std::string axis_text(const SweepResults& sweep, const model::RunResult& result)
{
    std::string text;
    for (const Axis& axis : sweep.axes)
        text += fmt::format("{:>16}", model::to_string(result.parameters.at(axis.parameter->name)));
    return text;
}

void print_table(const SweepResults& sweep)
{
    for (const Axis& axis : sweep.axes) print("{:>16}", axis.parameter->name);
    print("  {:<18} {:>9} {:>12} {:>13} {:>12} {:>11}  {}\n", "variant", "registers", "stack frame", "spill stores",
          "shared", "occupancy", "status");
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.10g}", *value) : std::string("-");
    };
    for (const model::RunResult& result : sweep.results) {
        const auto metric = [&](const char* key) { return number(model::find_metric(key)->get(result)); };
        print("{}  {:<18} {:>9} {:>12} {:>13} {:>12} {:>11}  {}\n", axis_text(sweep, result), result.variant,
              metric("registers"), metric("stack_frame_bytes"), metric("spill_store_bytes"), metric("shared_bytes"),
              metric("theoretical_occupancy"), model::to_string(result.status));
    }
}

}  // namespace

std::optional<model::Error> check_sweep_files(const SweepOptions& options)
{
    if ((options.csv == "-") && (options.json == "-"))
        return model::Error{"both --csv and --json want standard output", "sweep", "name a file for one of them"};
#if !SPILLWAY_HAS_WINDOW
    if (!options.png.empty())
        return model::Error{"this program was built without pictures", "--png",
                            "use --svg, or build the release preset"};
#endif
    const std::pair<const std::string&, OutputKind> files[] = {{options.csv, OutputKind::csv},
                                                               {options.json, OutputKind::json},
                                                               {options.svg, OutputKind::svg},
                                                               {options.png, OutputKind::png}};
    for (const auto& [file, kind] : files)
        if (auto error = check_output(file, kind, options.force)) return error;
    return std::nullopt;
}

std::optional<model::Error> write_sweep(const SweepResults& sweep, const SweepOptions& options)
{
    std::vector<std::string> axes;
    for (const Axis& axis : sweep.axes) axes.push_back(axis.parameter->name);
    if (!options.csv.empty())
        if (auto error = write_output(options.csv, charts::to_csv(sweep.results, axes))) return error;
    if (!options.json.empty())
        if (auto error = write_output(options.json, protocol::result_to_pretty_json(sweep.results) + "\n"))
            return error;
    if (!options.svg.empty())
        if (auto error = write_output(options.svg, make_svg(sweep))) return error;
#if SPILLWAY_HAS_WINDOW
    if (!options.png.empty())
        if (auto error = charts::write_svg_as_png(options.png, make_svg(sweep), png_scale)) return error;
#endif
    if (options.csv.empty() && options.json.empty() && options.svg.empty() && options.png.empty()) print_table(sweep);
    return std::nullopt;
}

}  // namespace spillway::cli
