#include "app/cli/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/layout.h"
#include "app/charts/memory_card.h"
#include "app/charts/metric_chart.h"
#include "app/charts/roofline.h"
#include "app/charts/svg.h"
#include "app/cli/output.h"
#if SPILLWAY_HAS_WINDOW
#include "app/charts/picture_file.h"
#endif

namespace spillway::cli {
namespace {

constexpr const char* how_to_count =
    "choose a value of the x axis with all else at its default (recordings have counters there), or add --counters "
    "on a machine with a GPU";

/// True if every axis but the first is at its first value, as in the picture.
bool is_in_picture(const SweepResults& sweep, const model::RunResult& result)
{
    return std::all_of(sweep.axes.begin() + 1, sweep.axes.end(), [&](const Axis& axis) {
        return result.parameters.at(axis.parameter->name) == axis.values.front();
    });
}

/// Footer: the x axis, the GPU, and every setting that the picture does not show.
std::string foot_of(const SweepResults& sweep)
{
    const model::Parameter& x = *sweep.axes.front().parameter;
    const bool is_over_x = sweep.axes.front().values.size() > 1;
    std::string text =
        fmt::format("{}{}, {}", sweep.experiment.title, is_over_x ? " over " + x.name : "", sweep.gpu.label);
    if (sweep.results.empty()) return text;
    model::Values values = sweep.results.front().parameters;
    for (const Axis& axis : sweep.axes) values[axis.parameter->name] = axis.values.front();
    if (is_over_x) values.erase(x.name);
    const model::Values initial = catalogue::initial_values(sweep.experiment, sweep.gpu);
    for (const auto& [name, value] : values) {
        // Omit unchanged knobs.
        const bool is_knob =
            std::ranges::find(sweep.experiment.knobs, name, &model::Parameter::name) != sweep.experiment.knobs.end();
        const auto usual = initial.find(name);
        if (is_knob && name != x.name && usual != initial.end() && usual->second == value) continue;
        text += fmt::format(", {} = {}", name, model::to_string(value));
    }
    for (const model::RunResult& result : sweep.results)
        if (result.compile) {
            text += ", " + result.compile->compiler;
            break;
        }
    for (const model::RunResult& result : sweep.results)
        if (const auto& from = result.measurement.provenance)
            return text + fmt::format(", {} on {}, driver {}, {}", model::to_string(result.measurement.source),
                                      from->gpu, from->driver, from->date.substr(0, 10));
    return text;
}

charts::SvgPage page_of(const SweepResults& sweep, const std::vector<charts::Drawing>& drawings,
                        const charts::PictureLook& look)
{
    charts::SvgOptions options;
    options.footer = foot_of(sweep);
    options.footer_pixels = look.footer_pixels;
    options.columns = look.columns(drawings.size());
    return charts::svg_page(drawings, options);
}

std::optional<model::Error> write(const SweepResults& sweep, const std::string& file,
                                  const std::vector<charts::Drawing>& drawings, const charts::PictureLook& look)
{
    const charts::SvgPage page = page_of(sweep, drawings, look);
#if SPILLWAY_HAS_WINDOW
    if (const auto format = charts::picture_format(file); format && file != "-")
        return charts::write_picture(file, *format, page);
#endif
    return write_output(file, page.text);
}

/// Lays out the experiment's charts over the first axis.
std::vector<charts::Drawing> draw_charts(const SweepResults& sweep, const charts::PictureLook& look)
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
                                   charts::Notes::position_and_value};
    std::vector<charts::Chart> charts = charts::metric_charts(input, sweep.experiment.charts);
    for (charts::Chart& chart : charts) {
        chart.cursor.reset();  // a file has no cursor
        // The caption of the page names the GPU and the date.
        if (look.sheet_style.narrow && !chart.shorter_subtitles.empty())
            chart.subtitle = chart.shorter_subtitles.back();
    }
    return charts::whole_layouts(charts, look.sheet_chart(charts.size()), look.sheet_style,
                                 charts::EstimatedTextMeasure{});
}

OutputKind kind_of(const std::string& file)
{
    return file.ends_with(".png") ? OutputKind::png : file.ends_with(".pdf") ? OutputKind::pdf : OutputKind::svg;
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

std::optional<model::Error> check_picture(const std::string& file, const char* option, bool force,
                                          std::string_view ending)
{
    if (file.empty()) return std::nullopt;
    const bool is_known = file.ends_with(".svg") || file.ends_with(".png") || file.ends_with(".pdf");
    if (!is_known && ending.empty())
        return model::Error{"'" + file + "' is not an SVG, PNG or PDF file", option,
                            "name FILE.svg, FILE.png or FILE.pdf"};
    if (!ending.empty() && ending != ".svg" && !file.ends_with(ending))
        return model::Error{"'" + file + "' does not end in " + std::string(ending), option,
                            "name FILE" + std::string(ending)};
#if !SPILLWAY_HAS_WINDOW
    if (kind_of(file) != OutputKind::svg)
        return model::Error{"this program was built without pictures", option,
                            "use FILE.svg, or build the release preset"};
#endif
    return check_output(file, ending == ".svg" ? OutputKind::svg : kind_of(file), force);
}

model::Expected<charts::Purpose> read_purpose(const std::string& word)
{
    if (word.empty() || word == "print") return charts::Purpose::print;
    if (word == "slides") return charts::Purpose::slides;
    return model::Error{"pictures are not made for '" + word + "'", "--for", "use slides or print"};
}

std::optional<model::Error> write_chart_picture(const SweepResults& sweep, const std::string& file,
                                                charts::Purpose purpose)
{
    if (file.empty()) return std::nullopt;
    const charts::PictureLook look = charts::picture_look(purpose);
    return write(sweep, file, draw_charts(sweep, look), look);
}

PageCharts page_charts(const SweepResults& sweep)
{
    const charts::PictureLook look = charts::picture_look(charts::Purpose::column);
    const std::vector<charts::Drawing> drawings = draw_charts(sweep, look);
    PageCharts page;
    page.foot = foot_of(sweep);
    for (const charts::Drawing& drawing : drawings) {
        charts::SvgOptions options;
        options.first_clip = 1000 * static_cast<int>(page.svgs.size());
        page.svgs.push_back(charts::svg_page({drawing}, options).text);
    }
    return page;
}

std::optional<model::Error> write_memory_picture(const SweepResults& sweep, const std::string& file,
                                                 charts::Purpose purpose)
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
    const charts::PictureLook look = charts::picture_look(purpose);
    return write(sweep, file, {charts::memory_sheet(cards, look.memory, look.dense_style, look.memory_columns())},
                 look);
}

std::optional<model::Error> write_roofline_picture(const SweepResults& sweep, const std::string& file,
                                                   charts::Purpose purpose)
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
                                   .ghost_label = "",
                                   .notes = charts::Notes::none};
    std::vector<charts::Chart> charts;
    for (const charts::RoofLevel level : {charts::RoofLevel::dram, charts::RoofLevel::l2, charts::RoofLevel::l1}) {
        charts.push_back(charts::roofline(input, level).chart);
        if (!charts.back().empty_message.empty())
            return model::Error{"no variant has hardware counters at this setting", "--roofline", how_to_count};
    }
    const charts::PictureLook look = charts::picture_look(purpose);
    return write(sweep, file,
                 charts::whole_layouts(charts, look.sheet_chart(charts.size()), look.sheet_style,
                                       charts::EstimatedTextMeasure{}),
                 look);
}

}  // namespace spillway::cli
