#pragma once

#include <string>

namespace spillway::window {

enum class FontRole { sans, sans_bold, mono, symbols, chinese };

/// A scalable font file; an empty path where none serves.
struct FontFile {
    std::string path;
    int face = 0;
    std::string family;
};
[[nodiscard]] FontFile find_font(FontRole role);

}  // namespace spillway::window
