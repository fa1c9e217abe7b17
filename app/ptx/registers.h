#pragma once

// Registers of an instruction with their names and the types of their values, for display.

#include <functional>
#include <string>
#include <vector>

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Register of a function, or a special register.
struct Register {
    std::string name;  ///< "%r5", "%tid.x"
    Bank bank = Bank::frame;
    std::int32_t offset = 0;  ///< bytes in the bank
    std::uint8_t width = 0;   ///< bytes of one value; of a predicate 0
    Type type = Type::none;   ///< type to display its values as
    friend bool operator==(const Register&, const Register&) = default;
};

struct InstructionRegisters {
    std::vector<Register> written, read;
};

/// `function`: the one with the instruction. Special registers and the guard predicate are among `read`.
[[nodiscard]] InstructionRegisters registers_of(const Function& function, const Instruction& in);
/// Name of the register at this offset in the frame, "%r5"; empty if none begins there.
[[nodiscard]] std::string register_name(const Function& function, std::int32_t offset);
/// Calls `take` for each register of the frame that an instruction writes, also for each one of a list.
void each_written(const Function& function, const Instruction& in, const std::function<void(const Argument&)>& take);

/// Type of a register's values: from the first typed instruction that writes it, else from one that reads it, else from
/// a register that mov or shfl copies to or from it. Otherwise b8 to b128 by its width; pred for width 0.
[[nodiscard]] Type type_of_register(const Function& function, std::int32_t offset, std::uint8_t width);

}  // namespace spillway::ptx
