#pragma once

// Common state and helpers of the parts of layout(). Private to them.

#include <string>

#include "app/charts/label_placer.h"
#include "app/charts/layout.h"

namespace spillway::charts::parts {

/// Common state of the parts while a chart is laid out.
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
    /// For a variant's name, see charts::cut_in_middle().
    [[nodiscard]] std::string cut_in_middle(const std::string& text, double room, FontRole font) const
    {
        return charts::cut_in_middle(
            text, room, [&](std::string_view part) { return measure.width(part, font, style.font(font)); });
    }
    template <typename P>
    void add(P primitive)
    {
        drawing.primitives.push_back(std::move(primitive));
    }
    /// Adds one line of text in a box with its top at `top`; `x` is the anchor's position. Returns the box.
    Rect add_text(const std::string& text, double x, double top, Anchor anchor, FontRole font, Colour colour);
    /// Adds a series' marker for use in text, its left edge at x, centred on a line with its top at `top`.
    void add_swatch(const Series& series, double x, double top, FontRole font);
    [[nodiscard]] double swatch_width(FontRole font) const { return 1.15 * style.font(font); }
};

/// The series with that key; null if it is hidden or missing.
[[nodiscard]] const Series* visible_series(const Chart& chart, const std::string& key);
/// True if a mark of that series is visible. An empty key means all series.
[[nodiscard]] bool is_shown(const Chart& chart, const std::string& key);

}  // namespace spillway::charts::parts
