#pragma once

// What a process gives up for good before it compiles somebody's text.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::compiler {

/// From here on this process reads files beneath `readable` only, writes none, opens no connection and signals nobody
/// outside. Threads that run already are not bound. Gives what sees to that: "Landlock 7", or on a Linux without it "a
/// mount namespace" (private_files.h), which does not bind signals.
[[nodiscard]] model::Expected<std::string> confine_files(const std::vector<std::filesystem::path>& readable);

/// What programs that this process becomes or starts may do with files.
struct ToolRights {
    std::vector<std::filesystem::path> readable;  ///< read and executed
    std::vector<std::filesystem::path> writable;  ///< all of it, but not executed
};
/// The same for this process and all that it becomes or starts. What is not there is left out.
[[nodiscard]] model::Expected<std::string> confine_tools(const ToolRights& rights);

/// From here on this process can have no more than so much memory of its own, and writes no core file.
void bound_memory(std::size_t bytes);

/// Becomes the program `words[from]` with what follows as its arguments. Returns only where that fails, with the exit
/// status; why is on stderr.
[[nodiscard]] int become(const std::vector<std::string>& words, std::size_t from);

}  // namespace spillway::compiler
