#pragma once

#include <optional>

#include "app/charts/roofline.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Of the variants that are not hidden, at what is chosen.
[[nodiscard]] charts::Roofline roofline_of(const session::SessionView& session, const ViewState& view,
                                           charts::RoofLevel level);

/// Which of its levels says most of them; nothing where nothing was counted yet.
[[nodiscard]] std::optional<charts::RoofLevel> telling_level_of(const session::SessionView& session,
                                                                const ViewState& view);

/// "dram", "l2", "l1": in keys and in the names of files.
[[nodiscard]] const char* roof_level_key(charts::RoofLevel level);

}  // namespace spillway::window
