#pragma once

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Sets Instruction::reconverge of each branch to the first instruction that all paths from it reach, or the number of
/// instructions if only the function's end is such. If some paths leave the function early and the others meet before
/// its end, it is the instruction where the others meet; if only one path stays, sets Instruction::sheds_lanes. False
/// if the search takes too many steps.
[[nodiscard]] bool find_reconvergence(Function& function);
/// Sets Instruction::straight: the number of instructions from this one on that have no guard and are arithmetic,
/// copies, loads or stores. Such instructions change neither the active lanes nor the next instruction, unless they
/// fail.
void find_straight(Function& function);

}  // namespace spillway::ptx
