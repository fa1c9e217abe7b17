#pragma once

// Frames of called functions in the stack of a kernel, as ptxas adds them up.

#include <set>
#include <string>
#include <vector>

#include "app/compiler/causes/cause_reasoning.h"

namespace spillway::compiler {

/// Whether ptxas counts a called function's `.local` in the entry's stack frame.
[[nodiscard]] bool is_in_frame_of_entry(const FunctionSeen& function, const FunctionSeen& entry);

/// Moves the bytes of called functions from the entry's frame, in which ptxas counts them, to frames of their own: the
/// largest first, because functions that do not run at once share bytes. The entry is the first. Returns the names of
/// the called functions.
std::set<std::string> part_frames(std::vector<FunctionSeen>& functions);

/// Lowers the bytes of causes in called functions until all causes add up to the kernel's cumulative stack, which holds
/// only the deepest chain of calls. Changes nothing for recursions, whose levels ptxas does not count.
void keep_deepest_chain(const std::vector<FunctionSeen>& functions, std::vector<model::Cause>& causes);

}  // namespace spillway::compiler
