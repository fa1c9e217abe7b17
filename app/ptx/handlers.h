#pragma once

// The function that executes an instruction; null for an unknown instruction.

#include "app/ptx/program.h"

namespace spillway::ptx {

[[nodiscard]] Handler find_handler(const Instruction& instruction, const Function& function);

// A file each.
#define SPILLWAY_PTX_HANDLER(file, name, ...) [[nodiscard]] Handler name(__VA_ARGS__);
#include "app/ptx/handlers.inc"
#undef SPILLWAY_PTX_HANDLER

}  // namespace spillway::ptx
