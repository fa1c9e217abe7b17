#include "app/cli/sweep_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/charts/csv.h"
#include "app/charts/layout.h"
#include "app/charts/metric_chart.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"
#if SPILLWAY_HAS_WINDOW
#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/png.h"
#endif

namespace spillway::cli {
namespace {

constexpr charts::Size chart_size{440, 320};
constexpr double png_scale = 2;  ///< a slide wants more pixels than a web page

std::string make_svg(const SweepResults& sweep)
{
    const std::vector<results::Curve> curves = curves_of(sweep);
    const std::string& x_axis = sweep.axes.front().parameter->name;
    model::Values values = catalogue::initial_values(sweep.experiment, sweep.gpu);
    if (!sweep.results.empty()) values = sweep.results.front().parameters;
    const charts::ChartInput input{sweep.experiment,
                                   curves,
                                   x_axis,
                                   values,
                                   sweep.variants.front()->name,
                                   {},
                                   &sweep.gpu,
                                   {},
                                   "",
                                   charts::Notes::place_and_value};
    const charts::EstimatedTextMeasure measure;
    std::vector<charts::Drawing> drawings;
    for (charts::Chart& chart : charts::metric_charts(input, sweep.experiment.charts)) {
        chart.cursor.reset();  // a file has no cursor
        drawings.push_back(charts::layout(chart, chart_size, charts::ChartStyle::document(), measure));
    }
    return svg_of(sweep, drawings);
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
    return check_picture(options.roofline, "--roofline", options.force);
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
    if (auto error = write_roofline_picture(sweep, options.roofline)) return error;
    const bool has_file = !options.csv.empty() || !options.json.empty() || !options.svg.empty() ||
                          !options.png.empty() || !options.roofline.empty();
    if (!has_file) print_table(sweep);
    return std::nullopt;
}

}  // namespace spillway::cli
