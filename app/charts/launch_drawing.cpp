#include "app/charts/launch_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/model/grouped.h"
#include "app/model/metrics.h"

namespace spillway::charts {
namespace {

constexpr std::int64_t max_cells = 32;  ///< more cells would be thinner than a line

/// One level: name, count and cells.
struct LaunchRow {
    std::string name, words;
    std::int64_t cells = 0;  ///< 0: the row has no strip
    double last_cell = 1;    ///< used part of the last cell
};

std::string counted(std::int64_t number, const char* what)
{
    return model::grouped(std::to_string(number)) + " " + what + (number == 1 ? "" : "s");
}

/// Used part of the last cell.
double last_part(std::int64_t things, std::int64_t in_a_cell)
{
    if (things <= 0 || in_a_cell <= 0 || things % in_a_cell == 0) return 1;
    return static_cast<double>(things % in_a_cell) / static_cast<double>(in_a_cell);
}

std::vector<LaunchRow> rows_of(const LaunchFigure& launch)
{
    std::vector<LaunchRow> rows;
    if (launch.blocks_at_a_time() > 0) {
        rows.push_back({"Grid", counted(launch.blocks, "block") + ", " + counted(launch.waves(), "wave"),
                        launch.waves(), 1 - launch.idle_in_last_wave()});
        rows.push_back({"Wave", counted(launch.sms, "SM"), launch.sms});
        rows.push_back({"SM",
                        counted(launch.blocks_per_sm, "block") + ", " +
                            counted(launch.blocks_per_sm * launch.warps_per_block, "warp"),
                        launch.blocks_per_sm});
    } else {
        rows.push_back({"Grid", counted(launch.blocks, "block") + ": none fits on an SM", launch.blocks});
    }
    rows.push_back({"Block",
                    counted(launch.threads_per_block, "thread") + ", " + counted(launch.warps_per_block, "warp"),
                    launch.warps_per_block, last_part(launch.threads_per_block, launch.threads_per_warp)});
    const std::int64_t lanes = std::min(launch.threads_per_block, launch.threads_per_warp);
    rows.push_back({"Warp", counted(lanes, "thread"), lanes});
    if (launch.registers)
        rows.push_back(
            {"Thread", counted(*launch.registers, "register") +
                           (launch.frame_bytes.value_or(0) > 0
                                ? ", " + model::format_bytes(static_cast<double>(*launch.frame_bytes)) + " stack frame"
                                : std::string())});
    return rows;
}

constexpr int max_rows = 6;
constexpr double least_strip = 150;  ///< 32 cells with gaps between them

/// Width of the widest label beside a strip.
double words_width(const std::vector<LaunchRow>& rows, const ChartStyle& style, const TextMeasure& measure)
{
    double widest = 0;
    for (const LaunchRow& row : rows)
        if (row.cells > 0)
            widest = std::max(widest, measure.width(row.words, FontRole::annotation, style.font(FontRole::annotation)));
    return widest + 12 * style.scale;
}

struct LaunchSheet {
    const ChartStyle& style;
    const TextMeasure& measure;
    Drawing& drawing;
    double line, strip_left, strip_right;

    [[nodiscard]] double px(double length) const { return length * style.scale; }

    /// Adds the text, shortened to fit between `left` and `right`.
    void add_text(const std::string& text, double left, double top, double right, FontRole font, Colour colour) const
    {
        const double pixels = style.font(font);
        const std::string shown = elided(text, right - left, font, pixels, measure);
        if (shown.empty()) return;
        drawing.primitives.emplace_back(Text{shown,
                                             {left, top + measure.ascent(font, pixels)},
                                             Anchor::start,
                                             font,
                                             pixels,
                                             colour,
                                             {left, top, left + measure.width(shown, font, pixels), top + line}});
    }
};

/// Draws a row of equal cells; the unused part of the last one is paler. More than `max_cells` are drawn as
/// `max_cells` with a gap.
void add_strip(const LaunchSheet& sheet, const LaunchRow& row, double top, double bottom)
{
    const std::int64_t cells = std::min(row.cells, max_cells);
    const bool is_cut = row.cells > max_cells;
    const double cell = (sheet.strip_right - sheet.strip_left) / static_cast<double>(cells);
    // Whole pixels, so that all cells look alike.
    const auto edge = [&](std::int64_t i) { return std::round(sheet.strip_left + static_cast<double>(i) * cell); };
    const double gap = std::max(1.0, std::round(std::min(sheet.px(1.5), cell * 0.25)));
    const Colour used{ColourRole::series, 0, 0.85}, idle{ColourRole::series, 0, 0.25};
    for (std::int64_t i = 0; i < cells; ++i) {
        if (is_cut && i == cells - 2) continue;  // the gap
        const double left = edge(i), right = edge(i + 1) - gap;
        const double end = i == cells - 1 ? left + (right - left) * row.last_cell : right;
        sheet.drawing.primitives.emplace_back(Box{{left, top, end, bottom}, 0, used});
        if (end < right) sheet.drawing.primitives.emplace_back(Box{{end, top, right, bottom}, 0, idle});
    }
}

/// Draws the zoom lines: the next row shows the first cell of this row.
void add_zoom(const LaunchSheet& sheet, const LaunchRow& row, double from, double to)
{
    const double cell = (sheet.strip_right - sheet.strip_left) / static_cast<double>(std::min(row.cells, max_cells));
    const double right = std::min(sheet.strip_left + cell, sheet.strip_right);
    sheet.drawing.primitives.emplace_back(Area{{{sheet.strip_left, from}, {right, from}, {sheet.strip_right, to}},
                                               {{sheet.strip_left, to}, {right, to}, {sheet.strip_right, to}},
                                               {ColourRole::series, 0, 0.16}});
}

}  // namespace

Size least_launch_size(const LaunchFigure& launch, const ChartStyle& style, const TextMeasure& measure)
{
    const double line = measure.line_height(FontRole::annotation, style.font(FontRole::annotation));
    return {words_width(rows_of(launch), style, measure) + least_strip * style.scale + 2 * style.padding,
            max_rows * (2 * line + 2 * style.scale) + 2 * style.padding};
}

Drawing launch_drawing(const LaunchFigure& launch, Size size, const ChartStyle& style, const TextMeasure& measure)
{
    Drawing drawing;
    drawing.size = size;
    const Size least = least_launch_size(launch, style, measure);
    if (size.width < least.width || size.height < least.height) return drawing;
    const double line = measure.line_height(FontRole::annotation, style.font(FontRole::annotation));
    const std::vector<LaunchRow> rows = rows_of(launch);
    const LaunchSheet sheet{
        style, measure, drawing, line, style.padding + words_width(rows, style, measure), size.width - style.padding};
    const double step = (size.height - 2 * style.padding) / max_rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double top = style.padding + static_cast<double>(i) * step;
        const double strip_top = top + line * 0.5, strip_bottom = top + line * 1.5;
        const double right = rows[i].cells > 0 ? sheet.strip_left - 6 * style.scale : sheet.strip_right;
        sheet.add_text(rows[i].name, style.padding, top, right, FontRole::annotation, {ColourRole::text, 0, 1});
        sheet.add_text(rows[i].words, style.padding, top + line, right, FontRole::annotation,
                       {ColourRole::text_muted, 0, 1});
        if (rows[i].cells <= 0) continue;
        add_strip(sheet, rows[i], strip_top, strip_bottom);
        if (i + 1 < rows.size() && rows[i + 1].cells > 0)
            add_zoom(sheet, rows[i], strip_bottom + style.scale, strip_top + step - style.scale);
    }
    return drawing;
}

}  // namespace spillway::charts
