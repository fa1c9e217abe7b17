#pragma once

#include "app/window/kit/kept_place.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The place within the selected experiment, for the next start.
[[nodiscard]] Place place_of(const session::SessionView& session, const ViewState& view);
/// Restores the place within the selected experiment, as far as it still exists.
void go_to(const Place& place, session::Session& session, ViewState& view);

}  // namespace spillway::window
