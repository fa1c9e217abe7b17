#pragma once

// The code of a traced program's kernels, as the disassembler tells it, with the source that its lines are of.

#include <filesystem>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace spillway::cli {

/// A module that the program left, and the kernels that were launched from it.
struct TracedModule {
    std::filesystem::path file;
    std::vector<std::size_t> kernels;  ///< indices into the trace's
};

/// Adds the listings of the kernels with the most time, and their source files.
void add_listings(trace::Trace& trace, const std::vector<TracedModule>& modules);

/// A regular file of at most so many bytes; empty where it is none.
[[nodiscard]] std::string small_file(const std::filesystem::path& path, std::size_t most);

}  // namespace spillway::cli
