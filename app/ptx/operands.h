#pragma once

#include "app/ptx/decode.h"
#include "app/ptx/raw.h"

namespace spillway::ptx {

/// Sets the arguments, of an instruction whose mnemonic is decoded, and its handler.
[[nodiscard]] std::optional<std::string> decode_arguments(const RawInstruction& raw, DecodeScope scope,
                                                          Instruction& instruction);

/// Whether the first operand is one that the operation writes.
[[nodiscard]] bool writes_first(Op op);

}  // namespace spillway::ptx
