#pragma once

#include <string>

#include "app/window/kit/panel.h"

namespace spillway::window {

/// Hides a variant, or shows it again. What the panels speak of follows what is visible: the focus leaves a variant
/// that is hidden, as long as another one is shown.
void toggle_hidden(session::Session& session, ViewState& view, const std::string& variant);

}  // namespace spillway::window
