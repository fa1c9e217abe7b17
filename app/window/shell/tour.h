#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

/// Draws the window for every experiment and tab to "<experiment>-<tab>.png" in the folder (created if missing),
/// without a display.
[[nodiscard]] std::optional<model::Error> draw_tour(session::Session& session, const std::filesystem::path& folder);

}  // namespace spillway::window
