#pragma once

#include <set>
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
/// Whether the font of Chinese is the one that may have this character. In a page it is that of all that the others
/// were packed without, too.
[[nodiscard]] bool is_of_chinese_font(char32_t code);
/// In a page, where most texts come after the first picture, the characters that they need; else none.
[[nodiscard]] std::set<char32_t> characters_that_ship();

}  // namespace spillway::window
