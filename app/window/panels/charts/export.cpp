#include "app/window/panels/charts/export.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "app/base/output_file.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/csv.h"
#include "app/charts/layout.h"
#include "app/charts/png.h"
#include "app/charts/svg.h"
#include "app/teaching/gpu_labels.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/panels/charts/shown_charts.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using model::Error;

constexpr const char* no_folder = "Nothing was saved: there is no folder to write to.";

/// What the reader of a saved picture must know: configuration, GPU, compiler.
std::string footer_of(const session::SessionView& session)
{
    const session::Selection& selection = session.selection();
    std::string text = session.experiment().title + " · " + teaching::selected_gpu_label(session);
    if (const auto& hello = session.worker().hello; hello && hello->compiler.available)
        text += " · NVRTC " + hello->compiler.version;
    for (const auto* list : {&session.experiment().parameters, &session.experiment().knobs})
        for (const model::Parameter& parameter : *list) {
            const auto value = selection.values.find(parameter.name);
            if (parameter.name == selection.x_axis || value == selection.values.end()) continue;
            if (parameter.is_knob && value->second == catalogue::initial_value(parameter, session.gpu())) continue;
            text += " · " + parameter.label + " " + teaching::value_label(parameter, value->second);
        }
    return text;
}

std::vector<model::RunResult> results_on_curves(const session::SessionView& session, const ViewState& view)
{
    std::vector<model::RunResult> results;
    for (const results::Curve& curve : session.curves()) {
        if (view.hidden_variants.contains(curve.variant)) continue;
        for (const results::CurvePoint& point : curve.points)
            if (point.result && !point.is_stale()) results.push_back(*point.result);
    }
    return results;
}

const char* extension_of(ChartFormat format)
{
    static constexpr const char* extensions[] = {".svg", ".png", ".csv"};
    return extensions[static_cast<int>(format)];
}

/// Where files go, with a trailing name that no file has yet.
std::optional<fs::path> free_stem(const std::string& name, const std::set<ChartFormat>& formats)
{
    std::error_code ignored;
    const fs::path folder = output_folder();
    if (folder.empty()) return std::nullopt;
    for (int number = 1; number < 10000; ++number) {
        const fs::path stem = folder / (number == 1 ? name : name + "-" + std::to_string(number));
        bool taken = false;
        for (const ChartFormat format : formats) taken |= fs::exists(stem.string() + extension_of(format), ignored);
        if (!taken) return stem;
    }
    return std::nullopt;
}

std::optional<Error> write_format(const session::SessionView& session, const ViewState& view, ChartFormat format,
                                  const fs::path& path)
{
    switch (format) {
        case ChartFormat::svg: return base::write_file(path, charts_as_svg(session, view), base::IfThere::refuse);
        case ChartFormat::png: return charts::write_svg_as_png(path, charts_as_svg(session, view), 2);
        case ChartFormat::csv: return base::write_file(path, charts_as_csv(session, view), base::IfThere::refuse);
    }
    return std::nullopt;
}

}  // namespace

void save_picture(const session::SessionView& session, ViewState& view, const std::string& what,
                  const charts::Drawing& drawing)
{
    charts::SvgOptions options;
    options.palette = view.dark ? charts::Palette::dark() : charts::Palette::light();
    options.footer = footer_of(session);
    const std::string svg = charts::svg_document(drawing, options);
    const auto stem =
        free_stem("spillway-" + session.selection().experiment + "-" + what, {ChartFormat::svg, ChartFormat::png});
    if (!stem) {
        view.status_notice = no_folder;
        return;
    }
    auto failed = base::write_file(stem->string() + ".svg", svg, base::IfThere::refuse);
    if (!failed) failed = charts::write_svg_as_png(stem->string() + ".png", svg, 2);
    view.status_notice = failed ? "Not saved: " + failed->line() : "Saved " + stem->string() + " (.svg, .png)";
}

fs::path output_folder()
{
    std::error_code ignored;
    const fs::path here = fs::current_path(ignored);
    if (!here.empty() && access(here.c_str(), W_OK) == 0) return here;
    const char* home = std::getenv("HOME");
    return home != nullptr ? home : "";
}

std::string charts_as_svg(const session::SessionView& session, const ViewState& view)
{
    const charts::ChartStyle style = charts::ChartStyle::document();
    const charts::EstimatedTextMeasure measure;
    std::vector<charts::Drawing> drawings;
    for (const charts::Chart& chart : visible_charts(session, view))
        drawings.push_back(charts::layout(chart, {480, 380}, style, measure));
    charts::SvgOptions options;
    options.palette = view.dark ? charts::Palette::dark() : charts::Palette::light();
    options.footer = footer_of(session);
    return charts::svg_document(drawings, options);
}

std::string charts_as_csv(const session::SessionView& session, const ViewState& view)
{
    std::vector<std::string> axes{session.selection().x_axis};
    for (const auto* list : {&session.experiment().parameters, &session.experiment().knobs})
        for (const model::Parameter& parameter : *list)
            if (parameter.name != axes.front()) axes.push_back(parameter.name);
    return charts::to_csv(results_on_curves(session, view), axes);
}

void save_charts(const session::SessionView& session, ViewState& view, std::set<ChartFormat> formats)
{
    const bool is_covered = formats.contains(ChartFormat::csv) && covers_of(session, view).any();
    if (is_covered) formats.erase(ChartFormat::csv);
    if (formats.empty()) {
        view.status_notice = table_is_covered;
        return;
    }
    const std::string name = "spillway-" + session.selection().experiment + "-" + session.selection().x_axis;
    const auto stem = free_stem(name, formats);
    if (!stem) {
        view.status_notice = no_folder;
        return;
    }
    std::string written;
    for (const ChartFormat format : formats) {
        const char* extension = extension_of(format);
        if (const auto failed = write_format(session, view, format, stem->string() + extension)) {
            view.status_notice = "Not saved: " + failed->line();
            return;
        }
        written += (written.empty() ? "" : ", ") + std::string(extension);
    }
    view.status_notice =
        "Saved " + stem->string() + " (" + written + ")" + (is_covered ? ". " + std::string(table_is_covered) : "");
}

}  // namespace spillway::window
