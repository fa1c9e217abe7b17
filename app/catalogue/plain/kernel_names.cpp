#include "app/catalogue/plain/kernel_names.h"

#include <algorithm>
#include <vector>

#include "app/base/text.h"
#include "app/catalogue/plain/token_scan.h"

namespace spillway::catalogue {
namespace {

constexpr std::string_view unnamed_namespace = "(anonymous namespace)::";

/// "a", "b" and "k" of a::b::k.
std::vector<std::string_view> scopes_of(std::string_view name)
{
    std::vector<std::string_view> scopes;
    for (std::size_t end = 0; (end = name.find("::")) != std::string_view::npos; name.remove_prefix(end + 2))
        if (end > 0) scopes.push_back(name.substr(0, end));
    scopes.push_back(name);
    return scopes;
}

}  // namespace

std::string without_unnamed(std::string_view name)
{
    std::string rest(name);
    for (std::size_t at = 0; (at = rest.find(unnamed_namespace, at)) != std::string::npos;)
        rest.erase(at, unnamed_namespace.size());
    return rest;
}

std::string without_arguments(std::string_view demangled)
{
    std::string_view name = demangled;
    if (name.ends_with(')')) {
        int depth = 0;
        std::size_t at = name.size();
        while (at > 0) {
            const char c = name[--at];
            if (c == ')') ++depth;
            if (c == '(' && --depth == 0) break;
        }
        name = name.substr(0, at);
    }
    // The return type ends at the last space outside brackets.
    int depth = 0;
    std::size_t begin = name.size();
    for (; begin > 0; --begin) {
        const char c = name[begin - 1];
        if (c == '>' || c == ')') ++depth;
        if (c == '<' || c == '(') --depth;
        if (c == ' ' && depth == 0) break;
    }
    return std::string(base::trimmed(name.substr(begin)));
}

NameParts name_parts(std::string_view name)
{
    if (!name.ends_with('>')) return {std::string(name), "", false};
    int depth = 0;
    for (std::size_t at = name.size(); at-- > 0;) {
        if (name[at] == '>') ++depth;
        if (name[at] == '<' && --depth == 0)
            return {std::string(name.substr(0, at)), std::string(name.substr(at + 1, name.size() - at - 2)), true};
    }
    return {std::string(name), "", false};
}

bool is_named(std::string_view whole, std::string_view seen)
{
    if (whole.find(unnamed_namespace) != std::string_view::npos) return is_named(without_unnamed(whole), seen);
    return whole == seen || (whole.size() > seen.size() + 2 && whole.ends_with(seen) &&
                             whole.substr(whole.size() - seen.size() - 2, 2) == "::");
}

bool may_mean(std::string_view written, std::string_view whole)
{
    const std::string named = without_unnamed(whole);
    std::vector<std::string_view> parts = scopes_of(named);
    const std::vector<std::string_view> wanted = scopes_of(written);
    if (parts.empty() || wanted.empty() || parts.back() != wanted.back()) return false;
    auto at = parts.begin();
    return std::ranges::all_of(wanted, [&](std::string_view scope) {
        at = std::find(at, parts.end(), scope);
        return at != parts.end() && (++at, true);
    });
}

std::string plain_name(std::string_view name)
{
    std::string plain;
    for (std::size_t at = 0; at < name.size();) {
        if (name.substr(at).starts_with(unnamed_namespace)) {
            at += unnamed_namespace.size();
        } else if (name[at] == ' ') {
            ++at;
        } else if (is_digit(name[at]) && (plain.empty() || !continues_name(plain.back()))) {
            while (at < name.size() && is_digit(name[at])) plain += name[at++];
            while (at < name.size() && (name[at] == 'u' || name[at] == 'l' || name[at] == 'U' || name[at] == 'L')) ++at;
        } else {
            plain += name[at++];
        }
    }
    return plain;
}

bool is_same_kernel(std::string_view a, std::string_view b)
{
    return a == b || plain_name(a) == plain_name(b);
}

bool is_entry_of(const std::string& mangled, std::string_view name)
{
    if (mangled == name) return true;
    const std::string whole = demangled(mangled);
    return is_same_kernel(whole, name) || is_same_kernel(without_arguments(whole), name);
}

bool is_instance(std::string_view entry)
{
    return entry.find('<') != std::string_view::npos && entry.find('(') == std::string_view::npos;
}

}  // namespace spillway::catalogue
