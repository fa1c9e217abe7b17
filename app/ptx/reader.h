#pragma once

// Parses PTX into a Module, in bounded time and memory for any text.

#include <string_view>

#include "app/model/error.h"
#include "app/ptx/program.h"

namespace spillway::ptx {

inline constexpr std::size_t max_text_bytes = std::size_t{64} << 20;

/// A function whose body the interpreter cannot run gets Function::why_refused. For other problems the Error names the
/// line of the PTX.
[[nodiscard]] model::Expected<Module> read_module(std::string_view text);

}  // namespace spillway::ptx
