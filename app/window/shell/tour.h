#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

/// Draws the window for each of the experiments (all if none is named) and each tab to "<experiment>-<tab>.png" in the
/// folder (created if missing), without a display. The Error names an unknown experiment, or the reason for failure.
[[nodiscard]] std::optional<model::Error> draw_tour(session::Session& session, const std::filesystem::path& folder,
                                                    std::vector<std::string> experiments = {});

}  // namespace spillway::window
