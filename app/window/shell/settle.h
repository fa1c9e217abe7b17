#pragma once

#include <filesystem>
#include <optional>

#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

/// Nothing that is visible is being worked on; where `whole_curve`, no point of a curve is missing.
[[nodiscard]] bool is_settled(const session::Session& session, bool whole_curve = true);
/// Waits for that, at most so long, then draws until the picture rests.
void settle(session::Session& session, App& app, double most_seconds, bool whole_curve = true);
/// What the surface shows, as a PNG.
[[nodiscard]] std::optional<model::Error> write_picture(OffscreenSurface& surface, const std::filesystem::path& path);

}  // namespace spillway::window
