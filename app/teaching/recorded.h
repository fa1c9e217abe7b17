#pragma once

#include <optional>
#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// A recorded setting near the current one, for which nothing is measured.
struct WayBack {
    model::Values set;
    std::string words;  ///< "Block size 256"
};

/// The recorded value of one changed parameter that is nearest to the current one; the last touched parameter is
/// preferred. If no single change leads back, the initial values of all changed parameters. Empty if something is
/// measured at the current setting, or without a recording.
[[nodiscard]] std::optional<WayBack> way_to_recorded(const session::SessionView& session, const std::string& touched);

}  // namespace spillway::teaching
