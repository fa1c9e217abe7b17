#pragma once

// Declarations of a CUDA C++ text, found from its tokens alone.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::catalogue {

struct Declaration {
    enum class Kind {
        function,  ///< with or without a body
        type,      ///< struct, class, union, enum
        variable,
        alias,          ///< using, typedef, namespace x = y, static_assert
        instantiation,  ///< template ... of a definition elsewhere
    };
    Kind kind = Kind::variable;
    std::size_t first = 0, last = 0;                       ///< token indices, inclusive
    std::size_t body = 0;                                  ///< token `{` of a function's body; 0: none
    std::size_t parameters_begin = 0, parameters_end = 0;  ///< tokens between < and > of `template <...>`
    std::size_t arguments_open = 0;                        ///< token `(` before a function's parameters; 0: none
    bool is_template = false;
    bool is_specialization = false;  ///< template <>
    std::string name;                ///< of a function, without namespaces
    std::string scope;               ///< "detail::", or empty
};

/// A directive between declarations, or a declaration.
struct Item {
    bool is_directive = false;
    std::size_t token = 0;  ///< of the directive
    Declaration declaration;
};

/// Items at namespace scope, in order. Does not look into bodies of functions and types. Never fails: an unclosed item
/// ends with the text.
[[nodiscard]] std::vector<Item> declarations(std::string_view text, const std::vector<Token>& tokens);

/// Tokens of the braces around a type's members.
struct Body {
    std::size_t open = 0, close = 0;
};
/// Empty if the type has no body here, as in `struct Later;`.
[[nodiscard]] std::optional<Body> body_of_type(std::string_view text, const std::vector<Token>& tokens,
                                               const Declaration& type);
/// Items inside a type, in order, like declarations() at namespace scope.
[[nodiscard]] std::vector<Item> members(std::string_view text, const std::vector<Token>& tokens, const Body& body);

}  // namespace spillway::catalogue
