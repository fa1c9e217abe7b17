#pragma once

#include <string>

namespace spillway::base {

/// "_Z5scaleILi8EEvPf" as "void scale<8>(float*)"; what is no such name, and one of more than 8 KiB, as it is.
[[nodiscard]] std::string demangled(const std::string& name);

}  // namespace spillway::base
