#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "app/base/output_file.h"
#include "app/model/error.h"

namespace spillway::charts {

/// Renders SVG text to a PNG file, with `scale` pixels per SVG pixel. The Error tells whether the SVG or the file is
/// invalid; a side may have at most 16,384 pixels.
[[nodiscard]] std::optional<model::Error> write_svg_as_png(const std::filesystem::path& path, std::string_view svg,
                                                           double scale,
                                                           base::IfThere if_there = base::IfThere::replace);

/// Writes width x height pixels of 4 bytes (red, green, blue, opacity; not premultiplied), top row first.
[[nodiscard]] std::optional<model::Error> write_png(const std::filesystem::path& path, std::size_t width,
                                                    std::size_t height, std::span<const unsigned char> rgba,
                                                    base::IfThere if_there = base::IfThere::replace);

}  // namespace spillway::charts
