#pragma once

// Machine code of a traced program's kernels, from the disassembler, with the source of its lines.

#include <filesystem>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::cli {

/// A module that the program saved, and the kernels launched from it.
struct TracedModule {
    std::filesystem::path file;
    std::vector<std::size_t> kernels;  ///< indices into the trace's kernels
};

/// Adds the listings of the slowest kernels, and their source files.
void add_listings(trace::Trace& trace, const std::vector<TracedModule>& modules);

/// Contents of a regular file of at most `most` bytes; empty otherwise.
[[nodiscard]] std::string small_file(const std::filesystem::path& path, std::size_t most);

}  // namespace spillway::cli
