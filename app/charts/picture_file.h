#pragma once

// A picture as a file: every format is made of the same SVG text.

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/base/output_file.h"
#include "app/charts/svg.h"

namespace spillway::charts {

enum class PictureFormat { svg, png, pdf };

/// By the file's ending; nothing of any other.
[[nodiscard]] std::optional<PictureFormat> picture_format(std::string_view file);
/// ".svg"
[[nodiscard]] const char* picture_extension(PictureFormat format);

/// PNG: two pixels for each of the SVG's, fewer where the picture would be too large. PDF: one page of the picture's
/// size, its text as text.
[[nodiscard]] std::optional<model::Error> write_picture(const std::filesystem::path& path, PictureFormat format,
                                                        const SvgPage& page,
                                                        base::IfThere if_there = base::IfThere::replace);

}  // namespace spillway::charts
