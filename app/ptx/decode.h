#pragma once

// Decodes an instruction: operation, types and modifiers here, operands in operands.h.

#include <optional>
#include <string>

#include "app/ptx/module_reader.h"

namespace spillway::ptx {

/// Tables to look up the names of operands in.
struct DecodeScope {
    const Scopes& scopes;
    ConstantPool& pool;
    Module& module;
    Function& function;
};

/// Sets operation, types and modifiers from "ld.global.v4.f32". Returns the problem; empty on success.
[[nodiscard]] std::optional<std::string> decode_mnemonic(std::string_view mnemonic, Instruction& instruction);
}  // namespace spillway::ptx
