#pragma once

// A function of a .cu's host part, as far as its words tell what it launches and calls with which template arguments.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/kernel_parameters.h"

namespace spillway::catalogue {

/// The template arguments of one use of a function, by the parameters' names.
using TemplateBinding = std::map<std::string, std::string, std::less<>>;

/// A template that is launched or called: a kernel, or a function.
struct NamedTemplate {
    std::string name;  ///< with its namespaces
    std::vector<TemplateParameter> parameters;
    std::vector<KernelArgument> arguments;
};

/// "float" and 1 of `const float* x`.
struct PlainType {
    std::string base;
    int stars = 0;
};

/// One file's text with its words.
struct TokenText {
    std::string path;
    std::string text;
    std::vector<Token> tokens;

    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens.size() && tokens[at].kind != Token::Kind::directive ? tokens[at].in(text)
                                                                               : std::string_view{};
    }
    /// The text from one token up to another.
    [[nodiscard]] std::string between(std::size_t first, std::size_t end) const;
    /// The token that closes the bracket at `open`; `end` where none does.
    [[nodiscard]] std::size_t closing(std::size_t open, std::size_t end) const;
};

/// `name<arguments>(values)`, or `name<arguments><<<...>>>(values)`, or `name<arguments>` alone.
struct TemplateUse {
    std::string name;
    std::vector<std::string> arguments, values;
    bool is_launch = false, is_call = false;
    int line = 0;
};

class HostFunction {
public:
    /// The declaration's tokens in a file that outlives this.
    HostFunction(const TokenText& file, const Declaration& declaration);

    [[nodiscard]] const TokenText& file() const { return *file_; }
    /// Where it names one of these, in its order.
    [[nodiscard]] std::vector<TemplateUse> uses_of(
        const std::map<std::string, NamedTemplate, std::less<>>& names) const;

    /// The arguments that such a use means; nothing where its words do not tell.
    [[nodiscard]] std::optional<std::vector<std::string>> arguments_of_use(const TemplateUse& use,
                                                                           const NamedTemplate& used,
                                                                           const TemplateBinding& binding) const;

private:
    /// An expression with what it names here as what that stands for.
    [[nodiscard]] std::string resolved(std::string_view words, const TemplateBinding& binding, int depth) const;
    /// What follows `name =` here: a constant's value, or a type.
    [[nodiscard]] std::string value_at(std::size_t name) const;
    [[nodiscard]] std::optional<PlainType> type_of_value(std::string_view value) const;
    [[nodiscard]] std::optional<PlainType> type_of_variable(std::string_view name) const;
    [[nodiscard]] std::optional<PlainType> declared_at(std::size_t name) const;

    const TokenText* file_;
    Declaration declaration_;
    std::map<std::string_view, std::string> values_;                 ///< of constants and types
    std::map<std::string_view, std::vector<std::size_t>> declared_;  ///< where a name may be a variable's, a few each
};

}  // namespace spillway::catalogue
