#pragma once

#include <filesystem>
#include <optional>

#include "app/window/kit/panel.h"
#include "app/window/shell/taken_along_text.h"

namespace spillway::window {

/// Writes it into output_folder(); the status line says where.
void save_taken_along(const session::SessionView& session, ViewState& view);
/// Adds what was done elsewhere to what was done here, and arranges the window as it was there. The Error says why
/// not; then nothing has changed.
[[nodiscard]] std::optional<model::Error> take_in(const std::filesystem::path& file, session::Session& session,
                                                  ViewState& view);

}  // namespace spillway::window
