#pragma once

// Finds the function that executes an instruction; null if the interpreter lacks the instruction.

#include "app/ptx/program.h"

namespace spillway::ptx {

[[nodiscard]] Handler find_handler(const Instruction& instruction, const Function& function);

// One function per file of handlers; each returns null for an instruction of another file.
#define SPILLWAY_PTX_HANDLER(file, name, ...) [[nodiscard]] Handler name(__VA_ARGS__);
#include "app/ptx/handlers.inc"
#undef SPILLWAY_PTX_HANDLER

}  // namespace spillway::ptx
