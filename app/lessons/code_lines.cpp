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

std::size_t characters(std::string_view line)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string indentation(std::string_view line)
{
    return std::string(line.substr(0, std::min(line.find_first_not_of(' '), line.size())));
}

/// The comment behind code and the code before it; one line where there is no such comment.
std::vector<std::string> comment_above(const std::string& line)
{
    const std::size_t comment = line.find(" //");
    if (comment == std::string::npos || line.find_first_not_of(' ') > comment) return {line};
    const std::size_t code_end = line.find_last_not_of(' ', comment);
    return {indentation(line) + line.substr(comment + 1), line.substr(0, code_end + 1)};
}

/// Broken at spaces; a comment goes on as a comment.
void add_broken(std::vector<std::string>& lines, std::string line, std::size_t most)
{
    const std::string inside = indentation(line);
    const std::string further = line.substr(inside.size()).starts_with("//") ? inside + "// " : inside + "    ";
    while (characters(line) > most) {
        std::size_t last = most;  // in bytes: what is longer in them breaks earlier
        while (last > further.size() && line[last] != ' ') --last;
        if (last <= further.size()) last = line.find(' ', further.size() + 1);
        if (last == std::string::npos || line.find_first_not_of(' ', last) == std::string::npos) break;
        lines.push_back(line.substr(0, last));
        line = further + line.substr(line.find_first_not_of(' ', last));
    }
    lines.push_back(std::move(line));
}

}  // namespace

std::vector<std::string> code_lines(std::string_view code, std::size_t most_characters)
{
    const std::vector<std::string> whole = lines_of(code);
    const auto is_too_long = [&](const std::string& line) { return characters(line) > most_characters; };
    if (std::ranges::none_of(whole, is_too_long)) return whole;
    std::vector<std::string> lines;
    for (const std::string& line : whole)
        for (const std::string& part : comment_above(line)) add_broken(lines, part, most_characters);
    return lines;
}

}  // namespace spillway::lessons
