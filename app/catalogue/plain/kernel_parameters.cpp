#include "app/catalogue/plain/kernel_parameters.h"

#include <algorithm>

namespace spillway::catalogue {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::size_t max_parts = 256;  ///< limit on parsed arguments

/// Splits the words between two tokens at the commas outside brackets.
std::vector<Words> parts(std::string_view text, const std::vector<Token>& tokens, std::size_t begin, std::size_t end)
{
    std::vector<Words> found(1);
    int depth = 0;
    for (std::size_t at = begin; at < end; ++at) {
        if (tokens[at].kind == Token::Kind::directive) continue;
        const std::string_view word = tokens[at].in(text);
        if (word == "<" || word == "(" || word == "{") ++depth;
        if (word == ">" || word == ")" || word == "}") --depth;
        if (word == "," && depth == 0 && found.size() == max_parts) break;
        if (word == "," && depth == 0)
            found.emplace_back();
        else
            found.back().push_back(word);
    }
    if (found.back().empty()) found.pop_back();
    return found;
}

TemplateParameter template_parameter(const Words& words)
{
    TemplateParameter parameter;
    const auto equals = std::find(words.begin(), words.end(), "=");
    auto end = equals;
    if (end != words.begin() && is_identifier(*(end - 1))) parameter.name = *--end;
    for (auto word = words.begin(); word != end; ++word) {
        if (*word == ".") parameter.is_pack = true;
        if (*word == "const" || *word == ".") continue;
        parameter.type += (parameter.type.empty() ? "" : " ") + std::string(*word);
    }
    for (auto word = equals; word != words.end(); ++word)
        if (word != equals) parameter.initial += *word;
    return parameter;
}

KernelArgument kernel_argument(const Words& words)
{
    KernelArgument argument;
    Words type;
    int stars = 0;
    for (const std::string_view word : words) {
        if (word == "=") break;
        if (word == "*" || word == "[") ++stars;
        if (word == "const") argument.is_const = argument.is_const || stars == 0;
        const bool is_plain = is_identifier(word) || word == "::" || word == "<" || word == ">" || word == "&";
        if (is_plain && word != "const" && word != "volatile" && !word.starts_with("__restrict") && word != "restrict")
            type.push_back(word);
    }
    if (type.size() > 1) {
        argument.name = type.back();
        type.pop_back();
    }
    for (const std::string_view word : type) argument.type += (argument.type.empty() ? "" : " ") + std::string(word);
    argument.is_pointer = stars == 1;
    if (stars > 1) argument.type += " *";
    return argument;
}

bool is_global(std::string_view text, const std::vector<Token>& tokens, const Declaration& declaration)
{
    for (std::size_t at = declaration.first; at < declaration.body; ++at)
        if (tokens[at].in(text) == "__global__") return true;
    return false;
}

}  // namespace

std::vector<Declaration> kernel_declarations(std::string_view text, const std::vector<Token>& tokens)
{
    std::vector<Declaration> kernels;
    for (const Item& item : declarations(text, tokens)) {
        const Declaration& found = item.declaration;
        const bool is_function = !item.is_directive && found.kind == Declaration::Kind::function && found.body != 0;
        if (is_function && is_global(text, tokens, found)) kernels.push_back(found);
    }
    return kernels;
}

std::vector<TemplateParameter> template_parameters(std::string_view text, const std::vector<Token>& tokens,
                                                   const Declaration& declaration)
{
    std::vector<TemplateParameter> parameters;
    for (const Words& part : parts(text, tokens, declaration.parameters_begin, declaration.parameters_end))
        parameters.push_back(template_parameter(part));
    return parameters;
}

std::vector<KernelArgument> kernel_arguments(std::string_view text, const std::vector<Token>& tokens,
                                             const Declaration& declaration)
{
    std::size_t close = declaration.body;
    while (close > declaration.arguments_open && tokens[close].in(text) != ")") --close;
    std::vector<KernelArgument> arguments;
    for (const Words& part : parts(text, tokens, declaration.arguments_open + 1, close))
        if (part != Words{"void"} && !part.empty()) {
            arguments.push_back(kernel_argument(part));
            arguments.back().begin = static_cast<std::size_t>(part.front().data() - text.data());
            arguments.back().end = static_cast<std::size_t>(part.back().data() - text.data()) + part.back().size();
        }
    return arguments;
}

}  // namespace spillway::catalogue
