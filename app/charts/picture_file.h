#pragma once

// Pictures as files. Every format is made from the same SVG text.

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/base/output_file.h"
#include "app/charts/svg.h"

namespace spillway::charts {

enum class PictureFormat { svg, png, pdf };

/// Format by the file's ending; empty for any other ending.
[[nodiscard]] std::optional<PictureFormat> picture_format(std::string_view file);
/// ".svg"
[[nodiscard]] const char* picture_extension(PictureFormat format);

/// PNG: two pixels per SVG pixel, fewer if the picture would be too large. PDF: one page of the picture's size, with
/// text as text.
[[nodiscard]] std::optional<model::Error> write_picture(const std::filesystem::path& path, PictureFormat format,
                                                        const SvgPage& page,
                                                        base::IfThere if_there = base::IfThere::replace);

}  // namespace spillway::charts
