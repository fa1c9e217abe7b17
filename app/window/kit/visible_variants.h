#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Hides a variant or shows it again. If the focused variant becomes hidden, the focus moves to a visible one, if there
/// is one.
void toggle_hidden(session::Session& session, ViewState& view, const std::string& variant);

}  // namespace spillway::window
