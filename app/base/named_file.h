#pragma once

// A file that the user names, on the command line or in the window: only ordinary files are read. A pipe would be
// waited for without end, a device may never end.

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::base {

enum class FileState {
    ordinary,
    gone,        ///< nothing has this name
    special,     ///< a folder, a pipe, a socket or a device
    too_large,   ///< for the limit that was given
    unreadable,  ///< no permission, or a disk that fails
};

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// The file under a name now; follows links. `most_bytes`: the largest file that is read.
[[nodiscard]] FileState state_of_file(const std::filesystem::path& file, std::size_t most_bytes = no_limit);

/// Why a file is not opened for reading. Nothing where it can be.
[[nodiscard]] std::optional<model::Error> why_not_read(const std::filesystem::path& file,
                                                       std::size_t most_bytes = no_limit);

/// The whole content of an ordinary file of at most `most_bytes` bytes.
[[nodiscard]] model::Expected<std::string> read_named_file(const std::filesystem::path& file,
                                                           std::size_t most_bytes = no_limit);

}  // namespace spillway::base
