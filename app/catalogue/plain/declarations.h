#pragma once

// The declarations of a CUDA C++ text, told apart by their words alone: what has a body, what it is for.

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
        instantiation,  ///< template ... of something defined elsewhere
    };
    Kind kind = Kind::variable;
    std::size_t first = 0, last = 0;                       ///< tokens, both included
    std::size_t body = 0;                                  ///< the token `{` of a function's body; 0: none
    std::size_t parameters_begin = 0, parameters_end = 0;  ///< tokens between < and > of `template <...>`
    std::size_t arguments_open = 0;                        ///< the token `(` before a function's parameters; 0: none
    bool is_template = false;
    bool is_specialization = false;  ///< template <>
    std::string name;                ///< of a function, without namespaces
    std::string scope;               ///< "detail::", or nothing
};

/// A directive between declarations, or a declaration.
struct Item {
    bool is_directive = false;
    std::size_t token = 0;  ///< of a directive
    Declaration declaration;
};

/// What stands at namespace scope, in its order; bodies of functions and types are not looked into. Never fails: what
/// does not close ends with the text.
[[nodiscard]] std::vector<Item> declarations(std::string_view text, const std::vector<Token>& tokens);

/// The tokens of the braces around a type's members.
struct Body {
    std::size_t open = 0, close = 0;
};
/// Nothing where the type has none here, as in `struct Later;`.
[[nodiscard]] std::optional<Body> body_of_type(std::string_view text, const std::vector<Token>& tokens,
                                               const Declaration& type);
/// What stands in a type, in its order, as declarations() tells what stands at namespace scope.
[[nodiscard]] std::vector<Item> members(std::string_view text, const std::vector<Token>& tokens, const Body& body);

}  // namespace spillway::catalogue
