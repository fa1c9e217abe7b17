#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/base/output_file.h"
#include "app/model/error.h"

namespace spillway::charts {

/// Writes a PDF with one page of the SVG's size (96 SVG pixels are an inch); text stays text. The Error tells whether
/// the SVG or the file is invalid.
[[nodiscard]] std::optional<model::Error> write_svg_as_pdf(const std::filesystem::path& path, std::string_view svg,
                                                           base::IfThere if_there = base::IfThere::replace);

}  // namespace spillway::charts
