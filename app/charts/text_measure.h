#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/charts/drawing.h"

namespace spillway::charts {

/// How large text will be. What layout() reserves depends on it; each painter brings its own.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    /// Width in pixels of one line of UTF-8 text.
    [[nodiscard]] virtual double width(std::string_view text, FontRole font, double pixels) const = 0;
    /// Height of a line, and of that the part above the baseline.
    [[nodiscard]] virtual double line_height(FontRole font, double pixels) const = 0;
    [[nodiscard]] virtual double ascent(FontRole font, double pixels) const = 0;
};

/// For files: widths of DejaVu Sans per character, which are no smaller than Inter's, so that either
/// font fits. Characters outside Latin and Greek count one em.
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

/// The text, or as much of it as fits with an ellipsis at the end; empty where not even that fits.
[[nodiscard]] std::string elided(std::string_view text, double width, FontRole font, double pixels,
                                 const TextMeasure& measure);

/// Broken at spaces into lines no wider than `width`; the last of `most` lines is elided.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width, std::size_t most, FontRole font,
                                               double pixels, const TextMeasure& measure);

/// Control characters become spaces, bytes that are not UTF-8 become U+FFFD: safe in one line of any output.
[[nodiscard]] std::string one_clean_line(std::string_view text);

}  // namespace spillway::charts
