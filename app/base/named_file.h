#pragma once

// Files that the user names, on the command line or in the window. Only ordinary files are read: reading a pipe could
// block forever, and a device may never end.

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::base {

enum class FileState {
    ordinary,
    gone,        ///< does not exist
    special,     ///< a folder, a pipe, a socket or a device
    too_large,   ///< larger than the given limit
    unreadable,  ///< no permission, or a disk error
};

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// Current state of a file; follows links. `max_bytes`: size limit for reading.
[[nodiscard]] FileState state_of_file(const std::filesystem::path& file, std::size_t max_bytes = no_limit);

/// Reason why a file cannot be read; empty if it can.
[[nodiscard]] std::optional<model::Error> why_not_read(const std::filesystem::path& file,
                                                       std::size_t max_bytes = no_limit);

/// Reads a whole ordinary file of at most `max_bytes` bytes.
[[nodiscard]] model::Expected<std::string> read_named_file(const std::filesystem::path& file,
                                                           std::size_t max_bytes = no_limit);

}  // namespace spillway::base
