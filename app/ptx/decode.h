#pragma once

// An instruction's words understood: operation, types, modifiers, and where its operands stand.

#include <optional>
#include <string>

#include "app/ptx/module_reader.h"

namespace spillway::ptx {

/// Tables that an operand's words are looked up in.
struct DecodeScope {
    const Scopes& scopes;
    ConstantPool& pool;
    Module& module;
    Function& function;
};

/// Sets operation, types and modifiers from "ld.global.v4.f32". What is wrong with it, if anything.
[[nodiscard]] std::optional<std::string> decode_mnemonic(std::string_view mnemonic, Instruction& instruction);
}  // namespace spillway::ptx
