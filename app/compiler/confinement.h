#pragma once

// Permissions that a process drops before it compiles untrusted source.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::compiler {

/// From now on this process reads only files below `readable` and writes none. Landlock 4 and later also forbid TCP
/// connections; Landlock 6 and later also forbid signals to other processes. Threads that already run are not
/// restricted. Returns the mechanism: "Landlock 7", or on a Linux without Landlock "a mount namespace"
/// (private_files.h), which has no network but does not restrict signals. Error if neither is possible.
[[nodiscard]] model::Expected<std::string> confine_files(const std::vector<std::filesystem::path>& readable);

/// File permissions of a tool process and its children.
struct ToolRights {
    std::vector<std::filesystem::path> readable;  ///< read and execute
    std::vector<std::filesystem::path> writable;  ///< all operations except execute
};
/// Restricts this process and all programs that it starts. Ignores missing places.
[[nodiscard]] model::Expected<std::string> confine_tools(const ToolRights& rights);

/// Limits the memory that this process writes (RLIMIT_DATA; not in builds with a sanitizer) and disables core files.
/// Child processes inherit both limits.
void bound_memory(std::size_t bytes);

/// Replaces this process by the program `words[from]`, with the following words as arguments. Returns an exit status
/// only on failure, after writing the reason to stderr.
[[nodiscard]] int exec_program(const std::vector<std::string>& words, std::size_t from);

}  // namespace spillway::compiler
