#pragma once

#include <string_view>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// "f32", without a dot; none where it is no type.
[[nodiscard]] Type type_of_word(std::string_view word);

}  // namespace spillway::ptx
