#pragma once

#include <string>

namespace spillway::trace {

/// A kernel's name as it stands in the source, without return type and parameters: "scale<float>"; the name as it is
/// where it is not mangled, or too long. Nothing in it commands a terminal.
[[nodiscard]] std::string readable_name(const std::string& mangled);

}  // namespace spillway::trace
