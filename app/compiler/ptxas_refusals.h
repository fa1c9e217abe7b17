#pragma once

// Rewrites ptxas's errors so that they name lines of the user's file.

#include <string>
#include <string_view>

namespace spillway::compiler {

/// Replaces each "kernel.ptx, line 41;" of ptxas's errors by the file and line of the source that PTX names there, and
/// drops lines that repeat another, and "cannot be compiled for architecture", which only follows another error. An
/// error at PTX without a source line stays as it is.
[[nodiscard]] std::string at_source_lines(std::string_view log, std::string_view ptx);

/// Names the GPUs that have an instruction which ptxas refuses for this one: wgmma, tcgen05, setmaxnreg. Empty for
/// another message.
[[nodiscard]] std::string advice_for_instruction(std::string_view message);

}  // namespace spillway::compiler
