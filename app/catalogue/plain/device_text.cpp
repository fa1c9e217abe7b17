#include "app/catalogue/plain/device_text.h"

#include <algorithm>
#include <array>

#include "app/catalogue/plain/token_scan.h"
#include "app/catalogue/plain/word_list.h"

namespace spillway::catalogue {
namespace {

bool is_device_word(std::string_view word)
{
    constexpr std::array<std::string_view, 9> known{
        "__global__",        "__device__",          "__constant__",
        "__shared__",        "__managed__",         "_CCCL_DEVICE",
        "_CCCL_HOST_DEVICE", "__CUDA_HOSTDEVICE__", "__CUDA_HOSTDEVICE_BF16_DECL__"};
    return is_one_of(word, known);
}

}  // namespace

bool has_word(const Words& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view directive_name(std::string_view directive)
{
    const std::size_t begin = std::min(directive.find_first_not_of("# \t"), directive.size());
    return directive.substr(begin, end_of_name(directive, begin) - begin);
}

DeviceText::DeviceText(std::string& out, const FilesInCommon& common, const std::set<int>& refused_lines)
    : out_(out),
      common_(common),
      refused_lines_(refused_lines),
      text_(out),
      tokens_(cuda_tokens(text_)),
      lines_before_token_end_(lines_at_token_ends())
{
}

std::vector<int> DeviceText::lines_at_token_ends() const
{
    std::vector<int> lines;
    lines.reserve(tokens_.size());
    for (const Token& token : tokens_) {
        const std::string_view words = token.in(text_);
        lines.push_back(token.line + static_cast<int>(std::count(words.begin(), words.end(), '\n')));
    }
    return lines;
}

Words DeviceText::words(std::size_t first, std::size_t last) const
{
    Words found;
    for (std::size_t at = first; at <= last && at < tokens_.size(); ++at)
        if (tokens_[at].kind != Token::Kind::directive) found.push_back(word(at));
    return found;
}

Words DeviceText::head_of(const Declaration& found) const
{
    return words(found.first, found.body != 0 ? found.body : found.last);
}

bool DeviceText::is_qualifier(std::string_view word) const
{
    return is_device_word(word) || common_.qualifiers.contains(word);
}

bool DeviceText::is_qualified(const Words& head) const
{
    return std::any_of(head.begin(), head.end(), [&](std::string_view word) { return is_qualifier(word); });
}

bool DeviceText::is_refused(const Declaration& found) const
{
    const auto line = refused_lines_.lower_bound(tokens_[found.first].line);
    return line != refused_lines_.end() && *line <= lines_before_token_end_[found.last];
}

bool DeviceText::has_whole_conditions(std::size_t first, std::size_t last) const
{
    int depth = 0;
    for (std::size_t at = first; at <= last; ++at) {
        if (tokens_[at].kind != Token::Kind::directive) continue;
        const std::string_view name = directive_name(word(at));
        if (name.starts_with("if")) ++depth;
        if (name.starts_with("el") && depth == 0) return false;
        if (name == "endif" && --depth < 0) return false;
    }
    return depth == 0;
}

void DeviceText::blank(std::size_t begin, std::size_t end)
{
    for (std::size_t at = begin; at < end; ++at)
        if (out_[at] != '\n') out_[at] = ' ';
}

bool DeviceText::blank_tokens(std::size_t first, std::size_t last)
{
    if (!has_whole_conditions(first, last)) return false;
    blank(tokens_[first].begin, tokens_[last].end);
    return true;
}

void DeviceText::end_at(std::size_t token, std::size_t last)
{
    if (blank_tokens(token, last)) out_[tokens_[token].begin] = ';';
}

}  // namespace spillway::catalogue
