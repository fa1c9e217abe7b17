#include "app/compiler/causes/one_kernel.h"

#include <vector>

#include "app/base/text.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_parameters.h"

namespace spillway::compiler {
namespace {

constexpr std::string_view same_type =
    "template <typename A, typename B> struct spillway_same { static constexpr bool value = false; }; "
    "template <typename A> struct spillway_same<A, A> { static constexpr bool value = true; };";

/// "8" and "pair<int, float>" of "8, pair<int, float>".
std::vector<std::string> arguments_of(std::string_view list)
{
    std::vector<std::string> arguments;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        const char c = at < list.size() ? list[at] : ',';
        if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
        if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
        if (c != ',' || (depth != 0 && at < list.size())) continue;
        arguments.emplace_back(base::trimmed(list.substr(begin, at - begin)));
        begin = at + 1;
    }
    return arguments;
}

/// "(N) == (8) && spillway_same<T, float>::value"; empty if an argument cannot be compared.
std::string condition_of(const std::vector<catalogue::TemplateParameter>& parameters,
                         const std::vector<std::string>& arguments)
{
    if (parameters.empty() || parameters.size() != arguments.size()) return "";
    std::string condition;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto& [name, type, initial, is_pack] = parameters[i];
        const bool can_be_named = arguments[i].find("lambda") == std::string::npos &&
                                  arguments[i].find('{') == std::string::npos && !arguments[i].starts_with('&');
        if (name.empty() || is_pack || !can_be_named || type.starts_with("template")) return "";
        const bool is_type = type == "typename" || type == "class";
        condition += (i > 0 ? " && " : "");
        condition += is_type ? "spillway_same<" + name + ", " + arguments[i] + ">::value"
                             : "(" + name + ") == (" + arguments[i] + ")";
    }
    return condition;
}

}  // namespace

Edits empty_other_kernels(std::string_view text, const std::string& kernel)
{
    const catalogue::NameParts parts = catalogue::name_parts(kernel);
    const std::size_t scope = parts.base.rfind("::");
    const std::string name = scope == std::string::npos ? parts.base : parts.base.substr(scope + 2);
    Edits edits;
    bool compares_types = false;
    const Words words(text);
    for (const catalogue::Declaration& found : catalogue::kernel_declarations(text, words.tokens())) {
        if (found.name != name) {
            edits.push_back(words.replace(found.body, found.last, "{}"));
            continue;
        }
        if (!found.is_template || found.is_specialization) continue;
        const std::string condition = condition_of(catalogue::template_parameters(text, words.tokens(), found),
                                                   arguments_of(parts.template_arguments));
        if (condition.empty()) continue;
        compares_types = compares_types || condition.find("spillway_same") != std::string::npos;
        edits.push_back({words[found.body].end, 0, " if constexpr (" + condition + ") {", 0});
        edits.push_back({words[found.last].begin, 0, "} ", 0});
    }
    if (compares_types) edits.push_back(at_start(same_type));
    return edits;
}

}  // namespace spillway::compiler
