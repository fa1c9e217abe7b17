#pragma once

// What becomes of an #include in a file for devices.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::catalogue {

/// Bytes, and what is written in their place.
struct TextChange {
    std::size_t begin = 0, end = 0;
    std::optional<std::string> words;  ///< none: blanks
};

/// The change within a directive of the file at `path`; `paths` are those of all files. Nothing for what the compiler
/// reads as it stands, and for what is not found: the compiler names its line.
[[nodiscard]] std::optional<TextChange> change_of_include(std::string_view directive, const std::string& path,
                                                          const std::vector<std::string>& paths);

}  // namespace spillway::catalogue
