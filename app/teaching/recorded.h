#pragma once

#include <optional>
#include <string>

#include "app/session/session_view.h"

namespace spillway::teaching {

/// A setting that was recorded, near the one of now, of which nothing was measured.
struct WayBack {
    model::Values set;
    std::string words;  ///< "Block size 256"
};

/// The value of the parameter that was touched last, or else of another that was changed, nearest to the one of now;
/// where no single one leads back, the initial values of all that were changed. Nothing where something is measured, or
/// where there is no recording.
[[nodiscard]] std::optional<WayBack> way_to_recorded(const session::SessionView& session, const std::string& touched);

}  // namespace spillway::teaching
