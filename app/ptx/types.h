#pragma once

#include <string_view>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Type of a word without its dot, "f32"; Type::none for another word.
[[nodiscard]] Type type_of_word(std::string_view word);

}  // namespace spillway::ptx
