#pragma once

// PTX text into a Module. Bounded in time and memory, whatever the text.

#include <string_view>

#include "app/model/error.h"
#include "app/ptx/program.h"

namespace spillway::ptx {

inline constexpr std::size_t most_text_bytes = std::size_t{64} << 20;

/// The Error names the line of the PTX, and an instruction that is not known by its mnemonic.
[[nodiscard]] model::Expected<Module> read_module(std::string_view text);

}  // namespace spillway::ptx
