#pragma once

// Sandbox for a Linux without Landlock: a private file system made with namespaces.

#include <filesystem>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::compiler {

/// File or folder that stays visible.
struct KeptPlace {
    std::filesystem::path place;  ///< absolute
    bool is_writable = false;
    bool must_be_there = false;
};

/// From now on this process and its children see only these places and no network, and cannot undo these mounts.
/// Call it before a second thread starts. Returns the mechanism: "a mount namespace". Error if a place that must be
/// there is missing, if this user may not create namespaces, or if a mount fails. After an Error the process may see
/// fewer files already; still treat it as unrestricted.
[[nodiscard]] model::Expected<std::string> keep_only(const std::vector<KeptPlace>& places);

}  // namespace spillway::compiler
