#include "app/cli/guard_names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "app/base/demangled.h"
#include "app/base/visible_text.h"
#include "app/catalogue/plain/kernel_names.h"

namespace spillway::cli {
namespace {

using catalogue::Token;

/// "scale" for "detail::scale".
std::string_view last_name(std::string_view name)
{
    const std::size_t at = name.rfind("::");
    return at == std::string_view::npos ? name : name.substr(at + 2);
}

/// Index of the bracket that closes the one at `open`; the number of tokens if none does.
std::size_t end_of_brackets(std::string_view text, const std::vector<Token>& tokens, std::size_t open)
{
    const std::string_view opening = tokens[open].in(text), closing = opening == "(" ? ")" : "}";
    int depth = 0;
    for (std::size_t at = open; at < tokens.size(); ++at) {
        if (tokens[at].in(text) == opening) ++depth;
        if (tokens[at].in(text) == closing && --depth == 0) return at;
    }
    return tokens.size();
}

}  // namespace

std::vector<std::string> kernel_keys(const std::vector<std::string>& mangled)
{
    std::map<std::string, std::set<std::string>> kernels_of_name;
    std::vector<std::string> names;
    for (const std::string& kernel : mangled) {
        names.push_back(catalogue::without_arguments(base::demangled(kernel)));
        kernels_of_name[names.back()].insert(kernel);
    }
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < mangled.size(); ++i)
        keys.push_back(
            base::visible_line(kernels_of_name[names[i]].size() == 1 ? names[i] : base::demangled(mangled[i])));
    return keys;
}

KernelPlaces::KernelPlaces(std::string_view source) : seen_(catalogue::look_at(source).kernels)
{
    const std::vector<Token> tokens = catalogue::cuda_tokens(source);
    for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
        if (tokens[begin].in(source) != "__global__") continue;
        // The last parentheses before the body hold the parameters; the name stands before them.
        std::string_view name;
        for (std::size_t at = begin + 1; at < tokens.size() && tokens[at].in(source) != ";"; ++at) {
            if (tokens[at].in(source) == "(") {
                if (tokens[at - 1].kind == Token::Kind::name) name = tokens[at - 1].in(source);
                at = end_of_brackets(source, tokens, at);
            } else if (tokens[at].in(source) == "{") {
                const std::size_t end = end_of_brackets(source, tokens, at);
                if (!name.empty() && end < tokens.size())
                    bodies_.push_back({std::string(name), {tokens[begin].line, tokens[end].line}});
                begin = std::min(end, tokens.size() - 1);
                break;
            }
        }
    }
}

KernelLines KernelPlaces::of(std::string_view demangled) const
{
    const std::string base = catalogue::name_parts(catalogue::without_arguments(demangled)).base;
    const std::string_view name = last_name(base);
    std::vector<KernelLines> bodies;
    for (const Body& body : bodies_)
        if (body.name == name) bodies.push_back(body.lines);
    if (bodies.size() < 2) return bodies.empty() ? KernelLines{} : bodies.front();
    // Several namespaces have a kernel of this name, or it has overloads, which are seen once.
    std::vector<const catalogue::SeenKernel*> seen;
    for (const catalogue::SeenKernel& kernel : seen_)
        if (last_name(kernel.name) == name) seen.push_back(&kernel);
    if (seen.size() != bodies.size()) return {};
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (base == seen[i]->name) return bodies[i];
    return {};
}

int line_of_message(std::string_view messages, std::string_view file_name)
{
    for (std::size_t at = messages.find(file_name); at != std::string_view::npos;
         at = messages.find(file_name, at + 1)) {
        const std::string_view rest = messages.substr(at + file_name.size());
        if (file_name.empty() || rest.size() < 3 || (rest[0] != '(' && rest[0] != ':')) continue;
        int line = 0;
        const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), line);
        const bool is_place = error == std::errc{} && end < rest.data() + rest.size() && line > 0;
        if (is_place && *end == (rest[0] == '(' ? ')' : ':')) return line;
    }
    return 0;
}

}  // namespace spillway::cli
