#pragma once

#include <filesystem>

namespace spillway::base {

/// Whether only this user and the system can write here: one of them is the owner, and neither a shared group nor
/// others have write permission. False if nothing exists. Follows links.
[[nodiscard]] bool only_this_user_writes(const std::filesystem::path& path);

/// Resolves the symbolic links of a settings file, as stow and chezmoi create them. Follows a link only if this user
/// created it, in a folder that only this user writes. The target must be an ordinary file of this user, or a free
/// name, in such a folder. Otherwise returns the path itself, which readers and writers then refuse as a link.
[[nodiscard]] std::filesystem::path own_place(const std::filesystem::path& file);

}  // namespace spillway::base
