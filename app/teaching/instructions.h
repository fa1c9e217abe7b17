#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/teaching/highlight.h"

namespace spillway::teaching {

/// What an instruction of a listing does, for its tooltip.
struct InstructionHelp {
    std::string title;  ///< "ld.local.f32"
    std::string text;   ///< a sentence or two
};

/// `opcode` as the listing writes it, with its suffixes: "ld.local.v4.f32", "LDG.E.128". Empty where the table does not
/// know it.
[[nodiscard]] std::optional<InstructionHelp> instruction_help(Language language, std::string_view opcode);

/// The opcode that covers a byte of a line of PTX or SASS; empty where there stands something else.
[[nodiscard]] std::string_view opcode_at(Language language, std::string_view line, std::size_t byte);

}  // namespace spillway::teaching
