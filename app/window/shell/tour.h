#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

/// The Error names an unknown experiment.
[[nodiscard]] std::optional<model::Error> check_tour(const session::SessionView& session,
                                                     const std::vector<std::string>& experiments);
/// For each experiment (all if none is named) and each of its tabs, draws the window without a display and writes it to
/// "<experiment>-<tab>.png" in the folder, which is created if missing. Each name must be known.
[[nodiscard]] std::optional<model::Error> draw_tour(session::Session& session, const std::filesystem::path& folder,
                                                    std::vector<std::string> experiments = {});

}  // namespace spillway::window
