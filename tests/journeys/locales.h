#pragma once

#include <string>

namespace spillway::journeys {

/// Makes the locale ("tr_TR") from the system's sources into the build folder, once, and chooses it for this process
/// and those it starts. "C" needs nothing made. False where the system has no sources of locales.
[[nodiscard]] bool choose_locale(const std::string& name);

}  // namespace spillway::journeys
