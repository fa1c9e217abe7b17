#pragma once

// Builds a program from the user's .cu, to be traced.

#include <filesystem>
#include <string>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::cli {

inline constexpr double source_limit_seconds = 60;  ///< default
/// Host memory of the program and its children.
inline constexpr std::size_t source_memory_bytes = std::size_t{8} << 30;

/// True if the argument is a source file, not a program.
[[nodiscard]] bool is_source(const std::string& program);

/// Compiles copies in `folder` with nvcc; the program's line table names the copies. The Error says what is missing,
/// that the file is not trusted, or nvcc's message.
[[nodiscard]] model::Expected<std::filesystem::path> built_program(const std::string& file, bool is_trusted,
                                                                   const std::filesystem::path& folder);

/// Renames sources in the trace from their copies to the original files.
void name_sources(trace::Trace& trace, const std::filesystem::path& folder);

}  // namespace spillway::cli
