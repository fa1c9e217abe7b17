#pragma once

#include "app/ptx/decode.h"
#include "app/ptx/raw.h"

namespace spillway::ptx {

/// Sets arguments and handler of an instruction after decode_mnemonic(). Returns the problem; empty on success.
[[nodiscard]] std::optional<std::string> decode_arguments(const RawInstruction& raw, DecodeScope scope,
                                                          Instruction& instruction);

/// True if the operation writes its first operand.
[[nodiscard]] bool writes_first(Op op);

}  // namespace spillway::ptx
