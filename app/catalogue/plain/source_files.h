#pragma once

// The compiler's input for a .cu: its text and its own headers, unchanged, in their folders, with the user's build
// settings.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::catalogue {

using model::BuildSettings;

/// Reads .spillway.json beside the .cu:
/// {"include": ["../common"], "define": {"TILE": "32"}, "standard": "c++20", "options": ["--extended-lambda"],
/// "compile_seconds": 300}. Empty settings without such a file.
[[nodiscard]] model::Expected<BuildSettings> build_settings_beside(const std::filesystem::path& file);
/// Why a setting is not allowed; empty if all are.
[[nodiscard]] std::optional<model::Error> check_settings(const BuildSettings& settings, const std::string& where);

struct SourceFile {
    std::string path;  ///< relative to the common folder of all files: "src/scale.cu"
    std::string text;
};

struct SourceFiles {
    std::vector<SourceFile> files;  ///< the .cu first
    BuildSettings settings;         ///< include_folders relative to the same common folder
};

/// Limits of one .cu with its headers. CUDA's own libraries have 1,100 headers of 9 MB below their include folders.
inline constexpr std::size_t max_source_files = 3000, max_source_bytes = std::size_t{20} << 20;

/// The .cu and every header that it includes, directly or indirectly, from its folder, from one beside or above, or
/// from an include folder. Regular, visible files with a header's suffix (.h, .cuh, ...) or, below an include folder,
/// without any; at most 8 MiB each, and within the limits of one .cu. The compiler reports headers that are not found.
[[nodiscard]] SourceFiles gathered(const std::filesystem::path& file, const std::string& text,
                                   const BuildSettings& settings);

/// Encodes all files in one text of ASCII and U+0080 to U+00FF, without losing a byte.
[[nodiscard]] std::string bundled(const SourceFiles& files);
/// Decodes bundled(). Empty for another text, or if a path leads out of the common folder.
[[nodiscard]] std::optional<SourceFiles> unbundled(std::string_view text);

/// Replaces the numbers of #defines: in the .cu if it has the #define, else in its headers; and those of macros of the
/// build settings with the same names, which replace a #define inside an #ifndef.
void write_numbers(SourceFiles& files, const std::vector<std::pair<std::string, std::int64_t>>& numbers);

/// Replaces the numbers of these #defines in a text, in the original notation: decimal, octal or hexadecimal, with its
/// suffix.
[[nodiscard]] std::string with_numbers(const std::string& text,
                                       const std::vector<std::pair<std::string, std::int64_t>>& numbers);

}  // namespace spillway::catalogue
