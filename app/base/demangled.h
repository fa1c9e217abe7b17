#pragma once

#include <string>
#include <string_view>

namespace spillway::base {

/// "_Z5scaleILi8EEvPf" as "void scale<8>(float*)". Returns other names, and names longer than 8 KiB, unchanged.
[[nodiscard]] std::string demangled(const std::string& name);

/// "void scale<8>(float*)" as "scale<8>": without return type and parameters.
[[nodiscard]] std::string name_of_signature(std::string_view signature);

}  // namespace spillway::base
