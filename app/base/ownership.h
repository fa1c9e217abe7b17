#pragma once

#include <filesystem>

namespace spillway::base {

/// Whether only this user and the system can have written there: the owner is one of them, and neither a group of
/// others nor everybody may write. False where nothing is there. Follows links.
[[nodiscard]] bool only_this_user_writes(const std::filesystem::path& path);

}  // namespace spillway::base
