#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/teaching/highlight.h"

namespace spillway::teaching {

/// Tooltip of an instruction in a listing.
struct InstructionHelp {
    std::string title;  ///< "ld.local.f32"
    std::string text;   ///< one or two sentences
};

/// Looks up an opcode written as in the listing, with its suffixes: "ld.local.v4.f32", "LDG.E.128". Empty if the table
/// lacks it.
[[nodiscard]] std::optional<InstructionHelp> instruction_help(Language language, std::string_view opcode);

/// The opcode at a byte of a PTX or SASS line; empty if that byte belongs to something else.
[[nodiscard]] std::string_view opcode_at(Language language, std::string_view line, std::size_t byte);

}  // namespace spillway::teaching
