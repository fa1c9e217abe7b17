#pragma once

#include <filesystem>
#include <optional>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Reads a `.spillway-trace` file and shows it. The Error says why it is none; what is shown then stays.
[[nodiscard]] std::optional<model::Error> open_trace(const std::filesystem::path& file, ViewState& view);
void close_trace(ViewState& view);

}  // namespace spillway::window
