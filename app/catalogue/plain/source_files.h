#pragma once

// A .cu as a compiler is given it: its text and those of the headers of its own that it includes, unchanged, in the
// folders they lie in, and what its user says of how to build it.

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

/// Of a file named .spillway.json beside the .cu:
/// {"include": ["../common"], "define": {"TILE": "32"}, "standard": "c++20"}. Without one: nothing said.
[[nodiscard]] model::Expected<BuildSettings> build_settings_beside(const std::filesystem::path& file);
/// Why a setting is none that a compiler is given; nothing where all are.
[[nodiscard]] std::optional<model::Error> check_settings(const BuildSettings& settings, const std::string& where);

struct SourceFile {
    std::string path;  ///< relative to the folder that all of them have in common: "src/scale.cu"
    std::string text;
};

struct SourceFiles {
    std::vector<SourceFile> files;  ///< the .cu itself first
    BuildSettings settings;         ///< include_folders relative to the same common folder
};

/// The .cu and every header that it, or one of those, includes from its folder, from one beside or above, or from
/// an include folder: regular files named as headers are (.h, .cuh, ...), none of them hidden, 500 at most and 8 MiB
/// together. What is not found is left to the compiler to say.
[[nodiscard]] SourceFiles gathered(const std::filesystem::path& file, const std::string& text,
                                   const BuildSettings& settings);

/// As one text, of ASCII and U+0080 to U+00FF alone, which says every byte of every file.
[[nodiscard]] std::string bundled(const SourceFiles& files);
/// Nothing where it is none that bundled() wrote, or where a path leads out of the common folder.
[[nodiscard]] std::optional<SourceFiles> unbundled(std::string_view text);

/// The files with each number in the place of its #define: in the .cu where that has it, else in its headers.
void write_numbers(SourceFiles& files, const std::vector<std::pair<std::string, std::int64_t>>& numbers);

/// The text with the number of each of these #defines written in its place, as it is written there: decimal, octal or
/// hexadecimal, with its suffix.
[[nodiscard]] std::string with_numbers(const std::string& text,
                                       const std::vector<std::pair<std::string, std::int64_t>>& numbers);

}  // namespace spillway::catalogue
