#pragma once

// The parts of layout(), each in a file of its own: layout_header.cpp, layout_axes.cpp,
// layout_series.cpp, layout_annotations.cpp. Not for anybody else.

#include <optional>
#include <string>
#include <vector>

#include "app/charts/label_placer.h"
#include "app/charts/layout.h"
#include "app/charts/ticks.h"

namespace spillway::charts::parts {

/// What the parts share while a chart is laid out.
struct Sheet {
    const Chart& chart;
    const ChartStyle& style;
    const TextMeasure& measure;
    Drawing& drawing;
    Rect frame;  ///< inside the padding

    [[nodiscard]] double px(double length) const { return length * style.scale; }
    [[nodiscard]] double line_height(FontRole font) const { return measure.line_height(font, style.font(font)); }
    [[nodiscard]] double width(const std::string& text, FontRole font) const
    {
        return measure.width(text, font, style.font(font));
    }
    [[nodiscard]] std::string elided(const std::string& text, double room, FontRole font) const
    {
        return charts::elided(text, room, font, style.font(font), measure);
    }
    template <typename P>
    void add(P primitive)
    {
        drawing.primitives.push_back(std::move(primitive));
    }
    /// One line of text in a box whose top is `top`; `x` is the anchor's. Returns the box.
    Rect add_text(const std::string& text, double x, double top, Anchor anchor, FontRole font, Colour colour);
    /// The marker of a series in text, its left edge at x, centred on a line that begins at `top`.
    void add_swatch(const Series& series, double x, double top, FontRole font);
    [[nodiscard]] double swatch_width(FontRole font) const { return 1.15 * style.font(font); }
};

/// Where the vertical room goes, from top to bottom.
struct RowPlan {
    bool has_title = false;
    bool subtitle_has_own_row = false;
    int readout_rows = 0;
    bool has_axis_label = false;
    double plot_top = 0, plot_bottom = 0;
    double tick_top = 0, axis_label_top = 0;
};

/// A series with its points in pixels; empty where there is a gap or a failure.
struct Trace {
    const Series* series = nullptr;
    std::size_t index = 0;  ///< in the chart
    std::vector<std::optional<Point>> pixels;
};

[[nodiscard]] RowPlan plan_rows(const Sheet& sheet);
void add_title(Sheet& sheet, const RowPlan& plan);
void add_readouts(Sheet& sheet, const RowPlan& plan);

/// Chooses the plot rectangle and the mappings; y ticks come with it because their width decides.
[[nodiscard]] std::vector<Tick> place_plot(Sheet& sheet, const RowPlan& plan);
void add_grid(Sheet& sheet, const std::vector<Tick>& y_ticks);
void add_x_axis(Sheet& sheet, const RowPlan& plan);

[[nodiscard]] std::vector<Trace> trace_series(Sheet& sheet);
void add_failure_shading(Sheet& sheet);
void add_spreads(Sheet& sheet, const std::vector<Trace>& traces);
void add_lines(Sheet& sheet, const std::vector<Trace>& traces);
void add_cursor_line(Sheet& sheet);
void add_markers(Sheet& sheet, const std::vector<Trace>& traces);
/// What a learner drew, in front of everything; a tint while the curve is still covered.
void add_guess_ground(Sheet& sheet);
void add_guess(Sheet& sheet);
void add_tooltip_targets(Sheet& sheet);

/// Words inside the plot: cliffs, failures, reference lines, companions' names; or the empty message.
void add_rules(Sheet& sheet);
void add_annotations(Sheet& sheet, const std::vector<Trace>& traces);

/// The series of that key where it is shown.
[[nodiscard]] const Series* visible_series(const Chart& chart, const std::string& key);
/// Whether a mark that belongs to that series (or, with no key, to all) is to be shown.
[[nodiscard]] bool is_shown(const Chart& chart, const std::string& key);
/// The points between two neighbours of a trace: stepped series get a corner.
void append_step(std::vector<Point>& line, const Series& series, Point to);

}  // namespace spillway::charts::parts
