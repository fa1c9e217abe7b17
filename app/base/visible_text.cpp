#include "app/base/visible_text.h"

#include <cstdint>
#include <cstdio>

namespace spillway::base {
namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  ///< 0: invalid UTF-8
};

Character decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t bytes = byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 0;
    if (bytes == 0 || byte(0) >= 0xf5 || text.size() < bytes) return {};
    std::uint32_t code = byte(0) & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) return {};
        code = code << 6 | (byte(i) & 0x3fU);
    }
    const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    if (overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {};
    return {code, bytes};
}

bool is_control(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/// Unicode's bidirectional controls and line separators.
bool turns_text(std::uint32_t code)
{
    return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

void append_escape(std::string& out, const char* format, std::uint32_t code)
{
    char text[16];
    std::snprintf(text, sizeof text, format, static_cast<unsigned>(code));
    out += text;
}

std::string escaped(std::string_view text, bool one_line)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Character character = decode(text);
        const char c = text.front();
        if (character.bytes == 0)
            append_escape(out, "\\x%02x", static_cast<unsigned char>(c));
        else if (c == '\n' || c == '\t')
            out += one_line ? (c == '\n' ? "\\n" : "\\t") : std::string(1, c);
        else if (is_control(character.code))
            append_escape(out, "\\x%02x", character.code);
        else if (turns_text(character.code))
            append_escape(out, "\\u%04x", character.code);
        else
            out += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes == 0 ? 1 : character.bytes);
    }
    return out;
}

}  // namespace

std::string visible_text(std::string_view text)
{
    return escaped(text, false);
}

std::string visible_line(std::string_view text)
{
    return escaped(text, true);
}

std::string visible_json(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
        const auto byte = static_cast<unsigned char>(json[i]);
        const bool has_next = i + 1 < json.size();
        const auto next = has_next ? static_cast<unsigned char>(json[i + 1]) : 0U;
        if (byte == 0x7f) {
            append_escape(out, "\\u%04x", byte);
        } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
            append_escape(out, "\\u%04x", next);
            ++i;
        } else {
            out += json[i];
        }
    }
    return out;
}

}  // namespace spillway::base
