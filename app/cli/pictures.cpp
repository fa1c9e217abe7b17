#include "app/cli/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/catalogue/catalogue.h"
#include "app/charts/layout.h"
#include "app/charts/memory_card.h"
#include "app/charts/roofline.h"
#include "app/charts/svg.h"
#include "app/cli/output.h"
#if SPILLWAY_HAS_WINDOW
#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/png.h"
#endif

namespace spillway::cli {
namespace {

constexpr double pixels_per_unit = 2;  ///< a slide wants more pixels than a web page
constexpr charts::Size roofline_size{560, 420};
constexpr const char* how_to_count =
    "take a value of the x axis at the defaults, which recordings count, or add --counters where a GPU is";

/// Whether every axis but the first stands at its first value: what the picture shows.
bool is_in_picture(const SweepResults& sweep, const model::RunResult& result)
{
    return std::all_of(sweep.axes.begin() + 1, sweep.axes.end(), [&](const Axis& axis) {
        return result.parameters.at(axis.parameter->name) == axis.values.front();
    });
}

std::string foot_of(const SweepResults& sweep)
{
    std::string text =
        fmt::format("{} over {}, {}", sweep.experiment.title, sweep.axes.front().parameter->name, sweep.gpu.label);
    if (sweep.axes.front().values.size() == 1)
        text = fmt::format("{}, {} = {}, {}", sweep.experiment.title, sweep.axes.front().parameter->name,
                           model::to_string(sweep.axes.front().values.front()), sweep.gpu.label);
    for (auto axis = sweep.axes.begin() + 1; axis != sweep.axes.end(); ++axis)
        text += fmt::format(", {} = {}", axis->parameter->name, model::to_string(axis->values.front()));
    for (const model::RunResult& result : sweep.results)
        if (result.compile) return text + ", " + result.compile->compiler;
    return text;
}

bool is_png(const std::string& file)
{
    return file.ends_with(".png");
}

std::optional<model::Error> write_picture(const std::string& file, const std::string& svg)
{
#if SPILLWAY_HAS_WINDOW
    if (is_png(file)) return charts::write_svg_as_png(file, svg, pixels_per_unit);
#endif
    return write_output(file, svg);
}

}  // namespace

std::vector<results::Curve> curves_of(const SweepResults& sweep)
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

std::string svg_of(const SweepResults& sweep, const std::vector<charts::Drawing>& drawings)
{
    charts::SvgOptions options;
    options.footer = foot_of(sweep);
    return charts::svg_document(drawings, options);
}

std::optional<model::Error> check_picture(const std::string& file, const char* option, bool force)
{
    if (file.empty()) return std::nullopt;
    if (!file.ends_with(".svg") && !is_png(file))
        return model::Error{"'" + file + "' is neither an SVG nor a PNG file", option, "name FILE.svg or FILE.png"};
#if !SPILLWAY_HAS_WINDOW
    if (is_png(file))
        return model::Error{"this program was built without pictures", option,
                            "use FILE.svg, or build the release preset"};
#endif
    return check_output(file, is_png(file) ? OutputKind::png : OutputKind::svg, force);
}

std::optional<model::Error> write_memory_picture(const SweepResults& sweep, const std::string& file)
{
    if (file.empty()) return std::nullopt;
    std::vector<charts::MemoryCard> cards;
    for (const model::RunResult& result : sweep.results) {
        charts::MemoryCard card = charts::memory_card(sweep.experiment, sweep.gpu, result);
        if (card.flow.arrows.empty()) continue;
        cards.push_back(std::move(card));
    }
    if (cards.empty())
        return model::Error{"no variant has hardware counters at this setting", "--memory", how_to_count};
    return write_picture(file, svg_of(sweep, {charts::memory_sheet(cards)}));
}

std::optional<model::Error> write_roofline_picture(const SweepResults& sweep, const std::string& file)
{
    if (file.empty()) return std::nullopt;
    const std::vector<results::Curve> curves = curves_of(sweep);
    const Axis& x = sweep.axes.front();
    model::Values values = catalogue::initial_values(sweep.experiment, sweep.gpu);
    if (!sweep.results.empty()) values = sweep.results.front().parameters;
    values[x.parameter->name] = x.values.front();
    const charts::ChartInput input{.experiment = sweep.experiment,
                                   .curves = curves,
                                   .x_axis = x.parameter->name,
                                   .values = values,
                                   .focus = sweep.variants.front()->name,
                                   .hidden = {},
                                   .gpu = &sweep.gpu,
                                   .y_scales = {},
                                   .behind = "",
                                   .notes = charts::Notes::none};
    std::vector<charts::Drawing> drawings;
    for (const charts::RoofLevel level : {charts::RoofLevel::dram, charts::RoofLevel::l2, charts::RoofLevel::l1}) {
        const charts::Chart chart = charts::roofline(input, level).chart;
        if (!chart.empty_message.empty())
            return model::Error{"no variant has hardware counters at this setting", "--roofline", how_to_count};
        drawings.push_back(
            charts::layout(chart, roofline_size, charts::ChartStyle::document(), charts::EstimatedTextMeasure{}));
    }
    return write_picture(file, svg_of(sweep, drawings));
}

}  // namespace spillway::cli
