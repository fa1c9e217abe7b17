#pragma once

// Which function carries out an instruction: null where none does, which is an instruction that is not known.

#include "app/ptx/program.h"

namespace spillway::ptx {

[[nodiscard]] Handler find_handler(const Instruction& instruction, const Function& function);

// A file each.
#define SPILLWAY_PTX_HANDLER(file, name, ...) [[nodiscard]] Handler name(__VA_ARGS__);
#include "app/ptx/handlers.inc"
#undef SPILLWAY_PTX_HANDLER

}  // namespace spillway::ptx
