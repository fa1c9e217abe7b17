#pragma once

// CUDA C++ as words, as far as it takes to tell its declarations apart. Nothing is expanded or looked up.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::catalogue {

struct Token {
    enum class Kind {
        name,
        number,
        text,
        sign,
        directive
    };  ///< directive: a whole preprocessor line, with its continuations
    Kind kind = Kind::sign;
    std::size_t begin = 0, end = 0;  ///< bytes of the text
    int line = 1;                    ///< where it begins

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The words of a text, comments left out. Signs are single characters, but for `::`, `<<<` and `>>>`. What is not
/// closed (a string, a comment) ends with the line or the text.
[[nodiscard]] std::vector<Token> cuda_tokens(std::string_view text);

/// Its names, those in preprocessor lines too, in their order and as often as they stand there.
[[nodiscard]] std::vector<std::string_view> identifiers(std::string_view text);

/// A name as C++ writes one.
[[nodiscard]] bool is_identifier(std::string_view text);

}  // namespace spillway::catalogue
