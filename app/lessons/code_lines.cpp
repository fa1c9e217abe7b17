#include "app/lessons/code_lines.h"

#include <algorithm>

namespace spillway::lessons {
namespace {

std::vector<std::string> lines_of(std::string_view code)
{
    std::vector<std::string> lines;
    while (!code.empty()) {
        const std::size_t end = code.find('\n');
        lines.emplace_back(code.substr(0, end));
        code = end == std::string_view::npos ? std::string_view{} : code.substr(end + 1);
    }
    return lines;
}

/// Counts UTF-8 characters, only as far as necessary.
bool is_longer(std::string_view line, std::size_t max_characters)
{
    std::size_t characters = 0;
    for (const char c : line)
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++characters > max_characters) return true;
    return false;
}

std::string indentation(std::string_view line)
{
    return std::string(line.substr(0, std::min(line.find_first_not_of(' '), line.size())));
}

/// A trailing comment and the code before it, as two lines; the line itself if there is no such comment.
std::vector<std::string> comment_above(const std::string& line)
{
    const std::size_t comment = line.find(" //");
    if (comment == std::string::npos || line.find_first_not_of(' ') > comment) return {line};
    const std::size_t code_end = line.find_last_not_of(' ', comment);
    return {indentation(line) + line.substr(comment + 1), line.substr(0, code_end + 1)};
}

/// Breaks a line at spaces; a comment continues as a comment.
void add_broken(std::vector<std::string>& lines, std::string_view line, std::size_t max)
{
    std::string before = indentation(line);
    line.remove_prefix(before.size());
    const std::string continuation = before + (line.starts_with("//") ? "// " : "    ");
    while (is_longer(line, max - std::min(max, before.size()))) {
        // Positions are in bytes, so lines with multi-byte characters break earlier. The first word stays whole.
        std::size_t end = line.rfind(' ', max - std::min(max, before.size()));
        const std::size_t min_end = line.starts_with("//") ? 3 : 1;
        if (end == std::string_view::npos || end < min_end) end = line.find(' ', min_end);
        const std::size_t next = line.find_first_not_of(' ', end);
        if (end == std::string_view::npos || next == std::string_view::npos) break;
        lines.push_back(before + std::string(line.substr(0, end)));
        line.remove_prefix(next);
        before = continuation;
    }
    lines.push_back(before + std::string(line));
}

}  // namespace

std::vector<std::string> code_lines(std::string_view code, std::size_t max_characters)
{
    const std::vector<std::string> whole = lines_of(code);
    const auto is_too_long = [&](const std::string& line) { return is_longer(line, max_characters); };
    if (std::ranges::none_of(whole, is_too_long)) return whole;
    std::vector<std::string> lines;
    for (const std::string& line : whole)
        for (const std::string& part : comment_above(line)) add_broken(lines, part, max_characters);
    return lines;
}

}  // namespace spillway::lessons
