#include "app/window/kit/editable_text.h"

#include <vector>

#include <imgui_internal.h>

namespace spillway::window {
namespace {

/// The text after a round trip through Dear ImGui's text field.
std::string through_the_field(const std::string& text)
{
    std::vector<ImWchar> characters(text.size() + 1);
    ImTextStrFromUtf8(characters.data(), static_cast<int>(characters.size()), text.c_str(), nullptr);
    std::vector<char> bytes(text.size() * 3 + 1);
    ImTextStrToUtf8(bytes.data(), static_cast<int>(bytes.size()), characters.data(), nullptr);
    return bytes.data();
}

bool has_character_beyond_the_first_plane(std::string_view text)
{
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0xf0) return true;
    return false;
}

int line_of_first_difference(const std::string& one, const std::string& other)
{
    int line = 1;
    for (std::size_t i = 0; i < one.size() && i < other.size() && one[i] == other[i]; ++i) line += one[i] == '\n';
    return line;
}

}  // namespace

bool is_left_out(unsigned character)
{
    constexpr unsigned replacement = 0xfffd;
    return character == replacement;
}

std::optional<std::string> why_not_editable(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf")) return "It begins with a byte-order mark.";
    if (text.find('\0') != std::string_view::npos) return "It holds a NUL byte.";
    if (text.find('\r') != std::string_view::npos) return "Its lines end with a carriage return, as on Windows.";
    const std::string before(text), after = through_the_field(before);
    if (before == after) return std::nullopt;
    const std::string line = std::to_string(line_of_first_difference(before, after));
    if (sizeof(ImWchar) == 2 && has_character_beyond_the_first_plane(text))
        return "Line " + line + " has a character, such as an emoji, that this window's text field cannot hold.";
    return "Line " + line + " is not UTF-8.";
}

}  // namespace spillway::window
