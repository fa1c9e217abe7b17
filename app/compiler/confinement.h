#pragma once

// What a process gives up for good before it compiles somebody's text.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace spillway::compiler {

struct Confinement {
    std::string by;       ///< "Landlock 7"; empty: the kernel offers nothing
    std::string why_not;  ///< empty where it holds
};

/// From here on this process reads files beneath `readable` only, writes none, opens no connection and signals nobody
/// outside. Threads that run already are not bound.
[[nodiscard]] Confinement confine_files(const std::vector<std::filesystem::path>& readable);

/// From here on this process can have no more than so much memory of its own, and writes no core file.
void bound_memory(std::size_t bytes);

}  // namespace spillway::compiler
