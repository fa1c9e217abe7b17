#pragma once

#include <string>

namespace spillway::trace {

/// Kernel name as in the source, without return type and parameters: "scale<float>". The given name if it cannot be
/// demangled. Cuts very long names and escapes control characters.
[[nodiscard]] std::string readable_name(const std::string& mangled);

}  // namespace spillway::trace
