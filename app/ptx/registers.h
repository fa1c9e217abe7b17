#pragma once

// Registers of an instruction with their names and the type of their values, for people to read.

#include <functional>
#include <string>
#include <vector>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// A register of a function's frame, or a special register.
struct Register {
    std::string name;  ///< "%r5", "%tid.x"
    Bank bank = Bank::frame;
    std::int32_t offset = 0;  ///< bytes in the bank
    std::uint8_t width = 0;   ///< bytes of one value; of a predicate 0
    Type type = Type::none;   ///< how its values are to be read
    friend bool operator==(const Register&, const Register&) = default;
};

struct InstructionRegisters {
    std::vector<Register> written, read;
};

/// `function`: the one that holds the instruction. Special registers are among those that are read.
[[nodiscard]] InstructionRegisters registers_of(const Function& function, const Instruction& in);
/// "%r5", by where it stands in the frame; empty where none begins there.
[[nodiscard]] std::string register_name(const Function& function, std::int32_t offset);
/// Operands of an instruction that it writes: registers, those of a list each.
void each_written(const Function& function, const Instruction& in, const std::function<void(const Argument&)>& take);

/// Type of the register's values: by the first typed instruction that writes it, else that reads it, else by the same
/// for registers that mov or shfl copies from or to. b16, b32 or b64 if none.
[[nodiscard]] Type type_of_register(const Function& function, std::int32_t offset, std::uint8_t width);

}  // namespace spillway::ptx
