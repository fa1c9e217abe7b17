#include "app/base/command_words.h"

#include <cstddef>
#include <utility>

namespace spillway::base {
namespace {

/// The words, and whether a quote stays open at the end.
std::pair<std::vector<std::string>, bool> split_command(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    bool is_open = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\'))
                word += text[++i];
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            is_open = true;
        } else if (c == '\\' && i + 1 < text.size()) {
            word += text[++i];
            is_open = true;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            if (is_open || !word.empty()) words.push_back(std::move(word));
            word.clear();
            is_open = false;
        } else {
            word += c;
        }
    }
    if (is_open || !word.empty()) words.push_back(std::move(word));
    return {std::move(words), quote != 0};
}

}  // namespace

std::vector<std::string> command_words(std::string_view text)
{
    return split_command(text).first;
}

bool has_open_quote(std::string_view text)
{
    return split_command(text).second;
}

}  // namespace spillway::base
