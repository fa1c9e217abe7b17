#pragma once

#include <string>

namespace spillway::trace {

/// Kernel name as in the source, without return type and parameters: "scale<float>". Unchanged if it is not mangled or
/// too long. Contains no control characters.
[[nodiscard]] std::string readable_name(const std::string& mangled);

}  // namespace spillway::trace
