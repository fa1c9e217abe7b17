#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "app/charts/drawing.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

enum class ChartFormat { svg, png, csv };

/// The charts on the screen as one SVG text, light or dark as the window is.
[[nodiscard]] std::string charts_as_svg(const session::SessionView& session, const ViewState& view);
/// Every result on the curves that are not hidden, a row each.
[[nodiscard]] std::string charts_as_csv(const session::SessionView& session, const ViewState& view);

/// A table has what the charts may cover.
inline constexpr std::string_view table_is_covered = "Answer or skip the lesson's questions to save the values.";

/// Where files go that the user has named no place for: where the program was started, or the home folder where that is
/// read-only. Empty where there is neither.
[[nodiscard]] std::filesystem::path output_folder();

/// Writes "spillway-<experiment>-<x axis>.<format>" into output_folder(), never over an existing file.
/// view.status_notice says where, or why not.
void save_charts(const session::SessionView& session, ViewState& view,
                 std::set<ChartFormat> formats = {ChartFormat::svg, ChartFormat::png, ChartFormat::csv});

/// The same for a picture of one panel: "spillway-<experiment>-<what>", as SVG and PNG.
void save_picture(const session::SessionView& session, ViewState& view, const std::string& what,
                  const charts::Drawing& drawing);

}  // namespace spillway::window
