#pragma once

// Tokens of CUDA C++, enough to tell its declarations apart. Expands and resolves nothing.

#include <cstddef>
#include <cstdint>
#include <optional>
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
    };  ///< directive: a whole preprocessor line with its continuations
    Kind kind = Kind::sign;
    std::size_t begin = 0, end = 0;  ///< byte offsets in the text
    int line = 1;                    ///< line of its start

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// U+FEFF in UTF-8. Some editors begin a file with it; compilers skip it there.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Tokens of a text without comments and byte order mark. Signs are single characters, except `::`, `<<<` and `>>>`. An
/// unclosed string or comment ends with the line or the text.
[[nodiscard]] std::vector<Token> cuda_tokens(std::string_view text);

/// All names in order, with repetitions, including those in preprocessor lines.
[[nodiscard]] std::vector<std::string_view> identifiers(std::string_view text);

/// Whether the text is a C++ identifier.
[[nodiscard]] bool is_identifier(std::string_view text);

/// Value of a whole number as C++ reads it, without sign and suffix: "10", "0x10", and "010" is 8.
[[nodiscard]] std::optional<std::uint64_t> whole_literal(std::string_view digits);

}  // namespace spillway::catalogue
