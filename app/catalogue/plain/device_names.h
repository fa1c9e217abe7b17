#pragma once

// Names in the device code of a plain .cu, from its tokens.

#include <set>
#include <string>
#include <string_view>

namespace spillway::catalogue {

/// Names in kernels and device functions, and those in the macros that these use.
[[nodiscard]] std::set<std::string, std::less<>> device_names(std::string_view text);

}  // namespace spillway::catalogue
