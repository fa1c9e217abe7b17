#pragma once

// Finds the library calls that take local memory, by compiles without them.

#include "app/compiler/causes/cause_reasoning.h"
#include "app/compiler/causes/cause_trials.h"

namespace spillway::compiler {

/// Bytes of `.local` in functions of the source, without CUDA's own.
[[nodiscard]] std::int64_t own_local_bytes(const Functions& functions);

/// Notes the library call of each line of the kernel's file that has one.
void note_library_calls(const Trials& trials, CauseFacts& facts);

/// Removes each library function that the sources call, and records whose local memory shrinks. `seen`: the functions
/// with all calls.
void try_library(Trials& trials, const model::CompileRequest& request, const Functions& seen, CauseFacts& facts);

}  // namespace spillway::compiler
