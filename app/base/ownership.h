#pragma once

#include <filesystem>

namespace spillway::base {

/// Whether only this user and the system can have written there: the owner is one of them, and neither a group of
/// others nor everybody may write. False where nothing is there. Follows links.
[[nodiscard]] bool only_this_user_writes(const std::filesystem::path& path);

/// Where a file of the user's settings lies: the end of its symbolic links, as stow and chezmoi make them. Links are
/// followed only where this user made each one, in a folder that only this user writes, and where their end is an
/// ordinary file of this user's, or a free name, in such a folder. Else the path itself, which readers and writers then
/// refuse as the link that it is.
[[nodiscard]] std::filesystem::path own_place(const std::filesystem::path& file);

}  // namespace spillway::base
