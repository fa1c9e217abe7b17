#pragma once

#include <filesystem>
#include <optional>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

/// The window of every experiment and every tab as "<experiment>-<tab>.png" in the folder (made where
/// it is missing): a tour for machines without a display.
[[nodiscard]] std::optional<model::Error> draw_tour(session::Session& session, const std::filesystem::path& folder);

}  // namespace spillway::window
