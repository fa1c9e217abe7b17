#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Every result on the curves that are not hidden, a row each, with every setting and where the numbers are from.
[[nodiscard]] std::string charts_as_csv(const session::SessionView& session, const ViewState& view);

/// A table has what the charts may cover.
inline constexpr std::string_view table_is_covered = "Answer or skip the lesson's questions to save the values.";

/// Where files go that the user has named no place for: where the program was started, or the home folder where that is
/// read-only. Empty where there is neither.
[[nodiscard]] std::filesystem::path output_folder();

}  // namespace spillway::window
