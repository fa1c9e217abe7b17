#pragma once

// What the parts of layout() share, private to them.

#include <string>

#include "app/charts/label_placer.h"
#include "app/charts/layout.h"

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

/// The series of that key where it is shown.
[[nodiscard]] const Series* visible_series(const Chart& chart, const std::string& key);
/// Whether a mark that belongs to that series (or, with no key, to all) is to be shown.
[[nodiscard]] bool is_shown(const Chart& chart, const std::string& key);

}  // namespace spillway::charts::parts
