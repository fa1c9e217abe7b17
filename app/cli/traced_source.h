#pragma once

// A .cu of the user's made into a program, to be traced.

#include <filesystem>
#include <string>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::cli {

inline constexpr double source_limit_seconds = 60;                        ///< where none is named
inline constexpr std::size_t source_memory_bytes = std::size_t{8} << 30;  ///< of the host's, with all that it starts

/// Whether what is to be traced is a source file and no program.
[[nodiscard]] bool is_source(const std::string& program);

/// Compiled by nvcc from copies in `folder`, which its lines then name. The Error says what is missing, that the file
/// is not trusted, or what nvcc has against it.
[[nodiscard]] model::Expected<std::filesystem::path> built_program(const std::string& file, bool is_trusted,
                                                                   const std::filesystem::path& folder);

/// The sources by the names that they have beside the file, not by those of their copies.
void name_sources(trace::Trace& trace, const std::filesystem::path& folder);

}  // namespace spillway::cli
