#pragma once

#include <set>
#include <string>

namespace spillway::window {

enum class FontRole { sans, sans_bold, mono, symbols, chinese };

/// A scalable font file; the path is empty if no suitable font exists.
struct FontFile {
    std::string path;
    int face = 0;
    std::string family;
};
[[nodiscard]] FontFile find_font(FontRole role);
/// True if the Chinese font may contain this character. In a web page that font also covers the characters that the
/// other packed fonts lack.
[[nodiscard]] bool is_of_chinese_font(char32_t code);
/// In a web page, the characters of the font files that have arrived: first those of the program and the first lesson,
/// later those of all shipped texts. On a desktop: none.
[[nodiscard]] std::set<char32_t> characters_that_ship();

}  // namespace spillway::window
