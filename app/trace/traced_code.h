#pragma once

// What a trace keeps of its kernels' code: instructions, and the source files that their lines are of.

#include <string_view>

#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t most_source_bytes = std::size_t{1} << 20;
inline constexpr std::size_t most_listed_kernels = 16;  ///< those with the most time

/// Whether a file of this name is one that programs are written in: what a compiled module names may be anything.
[[nodiscard]] bool is_source_name(std::string_view file);

/// A kernel that names a source that is not there names none, and an instruction's line that its source does not have
/// is no line. The source may have changed since it was compiled.
void fit_lines(Trace& trace);

}  // namespace spillway::trace
