#pragma once

// Code of the kernels in a trace: instructions, and the source files of their lines.

#include <string_view>

#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t max_source_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_listed_kernels = 16;  ///< the slowest ones

/// True if the extension is that of a source file. A compiled module can name any file.
[[nodiscard]] bool is_source_name(std::string_view file);

/// Removes references to missing sources and to lines beyond the end of a source: the file may have changed since the
/// compile.
void fit_lines(Trace& trace);

}  // namespace spillway::trace
