#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// All results of the visible curves as CSV: one row per result, with every setting and the source of the numbers.
[[nodiscard]] std::string charts_as_csv(const session::SessionView& session, const ViewState& view);

/// Reason for a refusal: the table contains values that the charts cover.
inline constexpr std::string_view table_is_covered = "Answer or skip the lesson's questions to save the values.";

/// Folder for saved views, new talks and saved progress: the working directory, or HOME if the working directory cannot
/// be written to. Empty if HOME is not set either.
[[nodiscard]] std::filesystem::path output_folder();

}  // namespace spillway::window
