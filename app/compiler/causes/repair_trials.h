#pragma once

// Compiles the source with one change that a person can make, and records the numbers after it.

#include <vector>

#include "app/compiler/causes/cause_reasoning.h"
#include "app/compiler/causes/cause_trials.h"
#include "app/compiler/causes/local_variables.h"

namespace spillway::compiler {

/// Declares each by-value parameter with a copy in local memory `const __grid_constant__`; selects the elements of one
/// that the kernel writes.
void try_parameters(Trials& trials, const model::CompileRequest& request, CauseFacts& facts);

/// Unrolls only the loops around uses of these variables of the kernel's file.
void try_few_loops(Trials& trials, const model::CompileRequest& request, const std::vector<LocalVariable>& variables,
                   CauseFacts& facts);

/// Repairs of each variable with a run-time index: declares a table of constants `static const`, selects the elements
/// of another one by comparisons. `seen`: the functions of the unedited source.
void try_selection(Trials& trials, const model::CompileRequest& request, const Functions& seen, CauseFacts& facts);

}  // namespace spillway::compiler
