#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/base/output_file.h"
#include "app/model/error.h"

namespace spillway::charts {

/// One page as large as the SVG (96 of its pixels are an inch); text stays text. The Error says whether the SVG or the
/// file was at fault.
[[nodiscard]] std::optional<model::Error> write_svg_as_pdf(const std::filesystem::path& path, std::string_view svg,
                                                           base::IfThere if_there = base::IfThere::replace);

}  // namespace spillway::charts
