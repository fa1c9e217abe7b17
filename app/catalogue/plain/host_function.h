#pragma once

// A host function of a .cu: the templates that it launches and calls, with their arguments, as far as its tokens show.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/kernel_parameters.h"

namespace spillway::catalogue {

/// Template arguments of one use of a function, by parameter name.
using TemplateBinding = std::map<std::string, std::string, std::less<>>;

/// A template that host code launches or calls: a kernel, or a function.
struct NamedTemplate {
    std::string name;  ///< with namespaces
    std::vector<TemplateParameter> parameters;
    std::vector<KernelArgument> arguments;
};

/// "float" and 1 for `const float* x`.
struct PlainType {
    std::string base;
    int stars = 0;
};

/// Text of one file with its tokens.
struct TokenText {
    std::string path;
    std::string text;
    std::vector<Token> tokens;

    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        return at < tokens.size() && tokens[at].kind != Token::Kind::directive ? tokens[at].in(text)
                                                                               : std::string_view{};
    }
    /// Text from token `first` up to token `end`, without the latter.
    [[nodiscard]] std::string between(std::size_t first, std::size_t end) const;
    /// Token that closes the bracket at `open`; `end` if none.
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
    /// Tokens of the declaration in `file`, which must outlive this object.
    HostFunction(const TokenText& file, const Declaration& declaration);

    [[nodiscard]] const TokenText& file() const { return *file_; }
    /// Uses of these names in the function, in order.
    [[nodiscard]] std::vector<TemplateUse> uses_of(
        const std::map<std::string, NamedTemplate, std::less<>>& names) const;

    /// Template arguments of such a use; empty if its tokens do not show them.
    [[nodiscard]] std::optional<std::vector<std::string>> arguments_of_use(const TemplateUse& use,
                                                                           const NamedTemplate& used,
                                                                           const TemplateBinding& binding) const;

private:
    /// Expression with local names replaced by their values.
    [[nodiscard]] std::string resolved(std::string_view words, const TemplateBinding& binding, int depth) const;
    /// Text after `name =`: a constant's value, or a type.
    [[nodiscard]] std::string value_at(std::size_t name) const;
    [[nodiscard]] std::optional<PlainType> type_of_value(std::string_view value) const;
    [[nodiscard]] std::optional<PlainType> type_of_variable(std::string_view name) const;
    [[nodiscard]] std::optional<PlainType> declared_at(std::size_t name) const;

    const TokenText* file_;
    Declaration declaration_;
    std::map<std::string_view, std::string> values_;  ///< of constants and types
    /// tokens that may declare a variable of this name, a few each
    std::map<std::string_view, std::vector<std::size_t>> declared_;
};

}  // namespace spillway::catalogue
