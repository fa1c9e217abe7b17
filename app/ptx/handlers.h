#pragma once

// Which function carries out an instruction: null where none does, which is an instruction that is not known.

#include "app/ptx/program.h"

namespace spillway::ptx {

[[nodiscard]] Handler find_handler(const Instruction& instruction, const Function& function);

// By what they do.
[[nodiscard]] Handler integer_handler(const Instruction& instruction);
[[nodiscard]] Handler bit_handler(const Instruction& instruction);
[[nodiscard]] Handler real_handler(const Instruction& instruction);
[[nodiscard]] Handler half_handler(const Instruction& instruction);
[[nodiscard]] Handler compare_handler(const Instruction& instruction);
[[nodiscard]] Handler move_handler(const Instruction& instruction, const Function& function);
[[nodiscard]] Handler convert_handler(const Instruction& instruction);
[[nodiscard]] Handler memory_handler(const Instruction& instruction, const Function& function);
[[nodiscard]] Handler atomic_handler(const Instruction& instruction, const Function& function);
[[nodiscard]] Handler exchange_handler(const Instruction& instruction);  ///< among a warp's lanes
[[nodiscard]] Handler barrier_handler(const Instruction& instruction);
[[nodiscard]] Handler control_handler(const Instruction& instruction);
[[nodiscard]] Handler copy_handler(const Instruction& instruction);
[[nodiscard]] Handler matrix_handler(const Instruction& instruction, const Function& function);
[[nodiscard]] Handler texture_handler(const Instruction& instruction, const Function& function);

}  // namespace spillway::ptx
