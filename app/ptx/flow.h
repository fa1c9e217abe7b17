#pragma once

#include "app/ptx/program.h"

namespace spillway::ptx {

/// Sets Instruction::reconverge of each branch to its immediate post-dominator: the first instruction that all paths
/// from it reach, or the number of instructions if only the function's end is such. False if the search takes too many
/// steps.
[[nodiscard]] bool find_reconvergence(Function& function);
/// Sets Instruction::straight: the number of instructions from this one on that have no guard and are arithmetic,
/// copies, loads or stores. Such instructions change neither the active lanes nor the next instruction, unless they
/// fail.
void find_straight(Function& function);

}  // namespace spillway::ptx
