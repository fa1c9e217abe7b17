#pragma once

// Rewrites #include directives for device compilation.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// A byte range and its replacement.
struct TextChange {
    std::size_t begin = 0, end = 0;
    std::optional<std::string> words;  ///< empty: blanks
};

/// Paths of the .cu's own files, and folders that the compiler searches for them.
struct OwnPaths {
    std::vector<std::string> files, folders;
};

/// Change of a directive in the file at `path`. Empty if the directive can stay, or if the header is
/// not found: the compiler then reports its line.
[[nodiscard]] std::optional<TextChange> change_of_include(std::string_view directive, const std::string& path,
                                                          const OwnPaths& own);

}  // namespace spillway::catalogue
