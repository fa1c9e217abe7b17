#include "app/catalogue/learners_code.h"

namespace spillway::catalogue {
namespace {

bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Joins lines at backslashes like a compiler, even with blanks after the backslash.
std::string joined_lines(std::string_view text)
{
    std::string all;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t next = text[at] == '\\' ? text.find_first_not_of(" \t\r", at + 1) : std::string_view::npos;
        if (next != std::string_view::npos && text[next] == '\n')
            at = next;
        else
            all += text[at];
    }
    return all;
}

/// Replaces the digraph %: by #.
std::string with_hashes(std::string text)
{
    for (std::size_t at = 0; (at = text.find("%:", at)) != std::string::npos;) text.replace(at, 2, "#");
    return text;
}

std::string without_comments(std::string_view text)
{
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view two = text.substr(at, 2);
        const bool is_line = two == "//", is_block = two == "/*";
        if (!is_line && !is_block) {
            all += text[at++];
            continue;
        }
        const std::size_t end = is_line ? text.find('\n', at) : text.find("*/", at + 2);
        all += ' ';
        at = end == std::string_view::npos ? text.size() : end + (is_line ? 0 : 2);
    }
    return all;
}

}  // namespace

std::string code_of(std::string_view text)
{
    const std::string whole = with_hashes(joined_lines(text));
    std::string code = without_comments(whole);
    return code.find_first_of("\"'") == std::string::npos ? code : whole;
}

std::vector<std::string_view> names_in_code(std::string_view text)
{
    std::vector<std::string_view> all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && is_word_character(text[at])) ++at;
        if (at == begin)
            ++at;
        else if (text[begin] < '0' || text[begin] > '9')
            all.push_back(text.substr(begin, at - begin));
    }
    return all;
}

}  // namespace spillway::catalogue
