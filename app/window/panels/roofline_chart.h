#pragma once

#include <optional>

#include "app/charts/roofline.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The roofline chart of the visible variants at the current setting.
[[nodiscard]] charts::Roofline roofline_of(const session::SessionView& session, const ViewState& view,
                                           charts::RoofLevel level);

/// The memory level that limits the variants most; empty without counters.
[[nodiscard]] std::optional<charts::RoofLevel> limiting_level_of(const session::SessionView& session,
                                                                 const ViewState& view);

/// "dram", "l2" or "l1": in keys and in file names.
[[nodiscard]] const char* roof_level_key(charts::RoofLevel level);

}  // namespace spillway::window
