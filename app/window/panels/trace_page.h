#pragma once

#include <filesystem>
#include <optional>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Opens a `.spillway-trace` file and shows it. On an Error the current trace stays.
[[nodiscard]] std::optional<model::Error> open_trace(const std::filesystem::path& file, ViewState& view);
void close_trace(ViewState& view);

}  // namespace spillway::window
