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
    std::string footer;  ///< provenance below the charts, wrapped as needed
    double footer_pixels = 11;
    double gap = 12;           ///< between charts, pixels
    std::size_t columns = 0;   ///< charts per row; 0: all
    bool transparent = false;  ///< no background behind the charts
    int first_clip = 0;        ///< number of the first clip path: distinct in each picture of one HTML page
};

/// One drawing as a standalone SVG 1.1 file. Escapes all text; replaces invalid UTF-8.
[[nodiscard]] std::string svg_document(const Drawing& drawing, const SvgOptions& options);

/// Several drawings side by side.
[[nodiscard]] std::string svg_document(const std::vector<Drawing>& drawings, const SvgOptions& options);

/// An SVG document with its size.
struct SvgPage {
    std::string text;
    Size size;
};
[[nodiscard]] SvgPage svg_page(const std::vector<Drawing>& drawings, const SvgOptions& options);

/// Escapes text for XML content and attributes in double quotes.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace spillway::charts
