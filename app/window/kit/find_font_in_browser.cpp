#include "app/window/kit/find_font.h"

#include <filesystem>
#include <fstream>
#include <set>

namespace spillway::window {
namespace {

/// File names that scripts/build-web.sh gives the packed fonts.
FontFile packed(FontRole role)
{
    switch (role) {
        case FontRole::sans: return {"/fonts/sans", 0, "Inter"};
        case FontRole::sans_bold: return {"/fonts/sans-bold", 0, "Inter"};
        case FontRole::mono: return {"/fonts/mono", 0, "JetBrains Mono"};
        case FontRole::symbols: return {"/fonts/symbols", 0, "DejaVu Sans"};
        case FontRole::chinese: return {"/fonts/others", 0, "DejaVu Sans"};
    }
    return {};
}

std::set<char32_t> read_characters()
{
    std::set<char32_t> all;
    std::ifstream stream("/fonts/characters");
    for (unsigned code = 0; stream >> std::hex >> code;) all.insert(code);
    return all;
}

/// Characters in the fonts that are there: at first those of the program and the first lesson, then those of all
/// shipped texts.
std::set<char32_t>& packed_characters()
{
    static std::set<char32_t> packed = read_characters();
    return packed;
}

}  // namespace

std::set<char32_t> characters_that_ship()
{
    return packed_characters() = read_characters();
}

bool is_of_chinese_font(char32_t code)
{
    return !packed_characters().contains(code);
}

FontFile find_font(FontRole role)
{
    FontFile file = packed(role);
    std::error_code ignored;
    return std::filesystem::exists(file.path, ignored) ? file : FontFile{};
}

}  // namespace spillway::window
