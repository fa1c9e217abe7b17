#pragma once

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Sets Instruction::reconverge of each branch: the first instruction that all ways from it come to, or the number of
/// instructions where there is none but the function's end. False where the branches are too intricate to find it in
/// bounded time.
[[nodiscard]] bool find_reconvergence(Function& function);
/// Sets Instruction::straight: how many instructions from this one on have no guard and are arithmetic, copies, loads
/// or stores. They leave the lanes and the order of instructions as they are, unless they fail.
void find_straight(Function& function);

}  // namespace spillway::ptx
