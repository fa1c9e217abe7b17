#pragma once

#include <filesystem>
#include <optional>

#include "app/window/kit/panel.h"
#include "app/window/shell/taken_along_text.h"

namespace spillway::window {

/// Saves the progress file to output_folder(); the status line shows its path.
void save_taken_along(const session::SessionView& session, ViewState& view);
/// Merges the progress of another machine and applies its window arrangement. On an Error nothing changes.
[[nodiscard]] std::optional<model::Error> take_in(const std::filesystem::path& file, session::Session& session,
                                                  ViewState& view);

}  // namespace spillway::window
