#include "app/catalogue/plain/device_names.h"

#include <algorithm>
#include <vector>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/declarations.h"

namespace spillway::catalogue {
namespace {

bool is_device_function(std::string_view text, const std::vector<Token>& tokens, const Declaration& found)
{
    if (found.kind != Declaration::Kind::function || found.body == 0) return false;
    return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(found.first),
                       tokens.begin() + static_cast<std::ptrdiff_t>(found.body), [&](const Token& token) {
                           return token.in(text) == "__global__" || token.in(text) == "__device__";
                       });
}

/// Names of each `#define`, its own first: {"TILE", "WARPS", "SIZE"} of `#define TILE (WARPS * SIZE)`.
std::vector<std::vector<std::string_view>> defined_names(std::string_view text, const std::vector<Token>& tokens)
{
    std::vector<std::vector<std::string_view>> defines;
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::directive) continue;
        std::vector<std::string_view> names = identifiers(token.in(text));
        if (names.size() < 2 || names.front() != "define") continue;
        names.erase(names.begin());
        defines.push_back(std::move(names));
    }
    return defines;
}

}  // namespace

std::set<std::string, std::less<>> device_names(std::string_view text)
{
    const std::vector<Token> tokens = cuda_tokens(text);
    std::set<std::string, std::less<>> names;
    for (const Item& item : declarations(text, tokens)) {
        if (item.is_directive || !is_device_function(text, tokens, item.declaration)) continue;
        for (std::size_t i = item.declaration.first; i <= item.declaration.last && i < tokens.size(); ++i)
            if (tokens[i].kind == Token::Kind::name) names.emplace(tokens[i].in(text));
    }
    std::vector<std::vector<std::string_view>> left = defined_names(text, tokens);
    const auto is_used = [&](const auto& define) { return names.contains(define.front()); };
    for (auto used = std::ranges::find_if(left, is_used); used != left.end();
         used = std::ranges::find_if(left, is_used)) {
        names.insert(used->begin() + 1, used->end());
        left.erase(used);
    }
    return names;
}

}  // namespace spillway::catalogue
