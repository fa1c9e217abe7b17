#pragma once

// An instruction's words understood: operation, types, modifiers, and where its operands stand.

#include <optional>
#include <string>

#include "app/ptx/module_reader.h"

namespace spillway::ptx {

/// What an operand's words are looked up in.
struct DecodeScope {
    const Scopes& scopes;
    ConstantPool& pool;
    Module& module;
    Function& function;
};

/// Sets operation, types and modifiers from "ld.global.v4.f32". What is wrong with it, if anything.
[[nodiscard]] std::optional<std::string> decode_mnemonic(std::string_view mnemonic, Instruction& instruction);
/// Sets the arguments, of an instruction whose mnemonic is decoded, and its handler.
[[nodiscard]] std::optional<std::string> decode_arguments(const RawInstruction& raw, DecodeScope scope,
                                                          Instruction& instruction);

}  // namespace spillway::ptx
