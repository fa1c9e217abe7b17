#pragma once

#include <filesystem>
#include <optional>

#include "app/window/app.h"

namespace spillway::window {

/// Nothing that is visible is being worked on.
[[nodiscard]] bool is_settled(const session::Session& session);
/// Waits for that, at most so long, then draws until the picture rests.
void settle(session::Session& session, App& app, double most_seconds);
/// What the surface shows, as a PNG.
[[nodiscard]] std::optional<model::Error> write_picture(OffscreenSurface& surface, const std::filesystem::path& path);

}  // namespace spillway::window
