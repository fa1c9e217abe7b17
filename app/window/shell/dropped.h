#pragma once

#include <filesystem>
#include <vector>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// What was dropped on the window. Of several the first is shown, and what is wrong with any of them is said.
void open_all_dropped(const std::vector<std::filesystem::path>& paths, session::Session& session, ViewState& view);

}  // namespace spillway::window
