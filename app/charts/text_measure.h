#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// Measures text. layout() reserves space accordingly; each painter has its own implementation.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    /// Width in pixels of one line of UTF-8 text.
    [[nodiscard]] virtual double width(std::string_view text, FontRole font, double pixels) const = 0;
    /// Height of a line, and the part of it above the baseline, in pixels.
    [[nodiscard]] virtual double line_height(FontRole font, double pixels) const = 0;
    [[nodiscard]] virtual double ascent(FontRole font, double pixels) const = 0;
};

/// For files: for each character the larger of its widths in DejaVu Sans and Inter, so that either font fits.
/// Characters outside Latin, Greek and Cyrillic count one em.
class EstimatedTextMeasure final : public TextMeasure {
public:
    [[nodiscard]] double width(std::string_view text, FontRole font, double pixels) const override;
    [[nodiscard]] double line_height(FontRole font, double pixels) const override;
    [[nodiscard]] double ascent(FontRole font, double pixels) const override;
};

[[nodiscard]] constexpr bool is_bold(FontRole font)
{
    return font == FontRole::title || font == FontRole::readout;
}

/// The text, shortened with an ellipsis if needed; empty if not even that fits.
[[nodiscard]] std::string elided(std::string_view text, double width, FontRole font, double pixels,
                                 const TextMeasure& measure);

/// The text, shortened in the middle if needed: names of template instances differ at the end. Empty if not even that
/// fits. `measure`: width of a text.
[[nodiscard]] std::string cut_in_middle(std::string_view text, double width,
                                        const std::function<double(std::string_view)>& measure);

/// Wraps text at spaces into lines of at most `width`. Shortens the last of `max_lines` lines.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width, std::size_t max_lines,
                                               FontRole font, double pixels, const TextMeasure& measure);

/// Replaces control characters by spaces and invalid UTF-8 by U+FFFD: safe in one line of any output.
[[nodiscard]] std::string one_clean_line(std::string_view text);

}  // namespace spillway::charts
