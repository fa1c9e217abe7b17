#pragma once

#include <string_view>

namespace spillway::window {

/// True if the desktop (GTK's and KDE's settings files), or the browser, asks for less motion. Reads files: call it
/// once.
[[nodiscard]] bool system_wants_less_motion();

/// True if the text of GTK's settings.ini or of KDE's kdeglobals switches animations off.
[[nodiscard]] bool switches_animations_off(std::string_view settings);

}  // namespace spillway::window
