#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::window {

/// The path in a text that is "~" or begins with "/", "~/", "./" or "../", or in a file manager's "file:///a%20b.cu".
/// Drops quotes around it. Empty for any other text.
[[nodiscard]] std::optional<std::filesystem::path> typed_path(std::string_view text);

/// A file or folder that continues a typed path.
struct PathChoice {
    std::filesystem::path path;
    bool is_folder = false;
};
/// Folders and files that Spillway opens, of the typed path's folder, whose names begin with its last part, folders
/// first; at most `most`. Hidden entries appear only if the last part begins with a dot. Empty if the folder cannot be
/// read.
[[nodiscard]] std::vector<PathChoice> path_choices(const std::filesystem::path& typed, std::size_t most);

}  // namespace spillway::window
