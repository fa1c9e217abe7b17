#pragma once

// Tokens of a CUDA C++ source and edits of it, for the files that change a source before a trial.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::compiler {

/// Replaces `bytes` bytes at `at` by `text`.
struct Edit {
    std::size_t at = 0, bytes = 0;
    std::string text;
    std::size_t file = 0;  ///< index of the source's file; 0: the .cu
};
using Edits = std::vector<Edit>;

/// Tokens of a source, by position.
class Words {
public:
    explicit Words(std::string_view text) : text_(text), tokens_(catalogue::cuda_tokens(text)) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] const std::vector<catalogue::Token>& tokens() const { return tokens_; }
    [[nodiscard]] std::size_t size() const { return tokens_.size(); }
    [[nodiscard]] const catalogue::Token& operator[](std::size_t i) const { return tokens_[i]; }
    [[nodiscard]] std::string_view at(std::size_t i) const
    {
        return i < tokens_.size() ? tokens_[i].in(text_) : std::string_view();
    }
    /// Index of the bracket that closes the one at i; size() if there is none.
    [[nodiscard]] std::size_t closing(std::size_t i) const
    {
        int depth = 0;
        for (; i < tokens_.size(); ++i) {
            const std::string_view sign = at(i);
            if (sign == "(" || sign == "[" || sign == "{") ++depth;
            if ((sign == ")" || sign == "]" || sign == "}") && --depth == 0) return i;
        }
        return tokens_.size();
    }
    [[nodiscard]] Edit replace(std::size_t first, std::size_t last, std::string with) const
    {
        return {tokens_[first].begin, tokens_[last].end - tokens_[first].begin, std::move(with), 0};
    }

private:
    std::string_view text_;
    std::vector<catalogue::Token> tokens_;
};

/// Text behind the name and the parameters of a `#define`.
struct MacroBody {
    std::string_view text;
    std::size_t at = 0;  ///< byte in the source
};

[[nodiscard]] inline std::vector<MacroBody> macro_bodies(const Words& words)
{
    constexpr std::string_view define = "define", blank = " \t", name_end = " \t(\\\r\n";
    std::vector<MacroBody> bodies;
    for (const catalogue::Token& token : words.tokens()) {
        if (token.kind != catalogue::Token::Kind::directive) continue;
        const std::string_view line = token.in(words.text());
        const auto word = line.find_first_not_of(blank, 1);
        if (word == std::string_view::npos || !line.substr(word).starts_with(define)) continue;
        const auto name = line.find_first_not_of(blank, word + define.size());
        auto begin = line.find_first_of(name_end, name);
        if (begin != std::string_view::npos && line[begin] == '(') begin = line.find(')', begin);
        if (begin == std::string_view::npos) continue;
        bodies.push_back({line.substr(begin + 1), token.begin + begin + 1});
    }
    return bodies;
}

/// Adds the edits of a macro's body to those of its source.
inline void add_in_body(Edits& edits, const MacroBody& body, Edits inside)
{
    for (Edit& edit : inside) {
        edit.at += body.at;
        edits.push_back(std::move(edit));
    }
}

/// Text of functions that edits call, for the start of a file. Lines after it keep their numbers.
[[nodiscard]] inline Edit at_start(std::string_view functions)
{
    return {0, 0, std::string(functions) + "\n#line 1\n", 0};
}

}  // namespace spillway::compiler
