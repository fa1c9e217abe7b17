#pragma once

// For a Linux without Landlock: a file system of the process's own, made of namespaces.

#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::compiler {

/// A file or folder that stays where it is.
struct KeptPlace {
    std::filesystem::path place;  ///< absolute
    bool is_writable = false;
    bool must_be_there = false;
};

/// From here on this process, and all that it becomes or starts, sees these places and no other file, and no network;
/// it has no rights over the mounts. Only before a second thread runs. Gives what sees to that: "a mount namespace".
/// The Error: the system allows no such namespace to this user; then nothing has changed but, at worst, what this
/// process sees, so a caller that goes on must treat it as unconfined.
[[nodiscard]] model::Expected<std::string> keep_only(const std::vector<KeptPlace>& places);

}  // namespace spillway::compiler
