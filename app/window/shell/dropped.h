#pragma once

#include <filesystem>
#include <vector>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Opens files dropped on the window: shows the first one and reports errors of all of them.
void open_all_dropped(const std::vector<std::filesystem::path>& paths, session::Session& session, ViewState& view);

}  // namespace spillway::window
