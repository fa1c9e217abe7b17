#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/charts/drawing.h"
#include "app/charts/palette.h"

namespace spillway::charts {

struct SvgOptions {
    Palette palette = Palette::light();
    std::string footer;  ///< provenance, under the charts, on as many lines as it takes
    double footer_pixels = 11;
    double gap = 12;           ///< between charts, pixels
    std::size_t columns = 0;   ///< charts beside each other; 0: all
    bool transparent = false;  ///< no page behind the charts
};

/// One drawing as a standalone SVG 1.1 file. All text is escaped; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string svg_document(const Drawing& drawing, const SvgOptions& options);

/// Several side by side.
[[nodiscard]] std::string svg_document(const std::vector<Drawing>& drawings, const SvgOptions& options);

/// The same, with how large it is.
struct SvgPage {
    std::string text;
    Size size;
};
[[nodiscard]] SvgPage svg_page(const std::vector<Drawing>& drawings, const SvgOptions& options);

/// Text for XML content and attributes in double quotes.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace spillway::charts
