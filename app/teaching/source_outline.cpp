#include "app/teaching/source_outline.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "app/catalogue/plain/declarations.h"

namespace spillway::teaching {
namespace {

using catalogue::Declaration;
using catalogue::Token;

using Names = std::set<std::string, std::less<>>;

/// A declaration of the source, and the words that it uses.
struct Item {
    std::size_t first_line = 0;
    std::size_t last_line = 0;
    std::set<std::string_view> words;
    Names names;  ///< names by which other items refer to it
    bool wanted = false;
};

/// A source and its tokens.
struct Source {
    std::string text;
    std::vector<Token> tokens;

    [[nodiscard]] std::string_view word(std::size_t token) const { return tokens[token].in(text); }
    [[nodiscard]] std::size_t line(std::size_t token) const { return static_cast<std::size_t>(tokens[token].line) - 1; }
};

Source read(const std::vector<std::string>& lines)
{
    Source source;
    for (const std::string& line : lines) source.text += line + "\n";
    source.tokens = catalogue::cuda_tokens(source.text);
    return source;
}

/// The word after struct, class, union, enum or using, or the one before "=", "[" or ";".
std::string_view declared_name(const Source& source, const Declaration& declaration)
{
    for (std::size_t i = declaration.is_template ? declaration.parameters_end + 1 : declaration.first;
         i < declaration.last; ++i) {
        const std::string_view word = source.word(i), next = source.word(i + 1);
        const bool is_tag = word == "struct" || word == "class" || word == "union" || word == "enum" || word == "using";
        if (is_tag && next != "class" && next != "struct") return next;
        if ((next == "=" || next == "[" || next == ";") && catalogue::is_identifier(word)) return word;
    }
    return {};
}

Names declared_names(const Source& source, const Declaration& declaration)
{
    if (declaration.kind == Declaration::Kind::function) return {declaration.name};
    if (declaration.kind == Declaration::Kind::instantiation) return {};
    Names names{std::string(declared_name(source, declaration))};
    // Code refers to an enum's constants without its name.
    if (source.word(declaration.first) == "enum")
        for (std::size_t i = declaration.first; i < declaration.last; ++i)
            if (source.word(i) == "{" || source.word(i) == ",") names.emplace(source.word(i + 1));
    return names;
}

std::vector<Item> items_of(const Source& source)
{
    std::vector<Item> items;
    for (const catalogue::Item& found : catalogue::declarations(source.text, source.tokens)) {
        if (found.is_directive) continue;
        const Declaration& declaration = found.declaration;
        Item item{source.line(declaration.first),
                  source.line(declaration.last),
                  {},
                  declared_names(source, declaration),
                  false};
        for (std::size_t i = declaration.first; i <= declaration.last; ++i)
            if (source.tokens[i].kind == Token::Kind::name) item.words.insert(source.word(i));
        items.push_back(std::move(item));
    }
    return items;
}

void follow(std::vector<Item>& items, std::size_t start)
{
    std::vector<std::size_t> open{start};
    items[start].wanted = true;
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto is_named = [&](std::string_view name) { return items[at].words.contains(name); };
            if (items[i].wanted || std::none_of(items[i].names.begin(), items[i].names.end(), is_named)) continue;
            items[i].wanted = true;
            open.push_back(i);
        }
    }
}

}  // namespace

std::string base_name(std::string_view entry)
{
    const std::size_t open = entry.find('<');
    std::string_view name = entry.substr(0, open);
    if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos) name.remove_prefix(scope + 2);
    return std::string(name);
}

std::vector<bool> lines_of_kernel(const std::vector<std::string>& lines, std::string_view kernel)
{
    const Source source = read(lines);
    std::vector<Item> items = items_of(source);
    bool found = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].names.contains(kernel) || !items[i].words.contains("__global__")) continue;
        found = true;
        follow(items, i);
    }
    std::vector<bool> belongs(lines.size(), true);
    if (!found) return belongs;
    std::vector<bool> has_code(lines.size(), false);
    for (std::size_t i = 0; i < source.tokens.size(); ++i)
        if (source.tokens[i].kind != Token::Kind::directive) has_code[source.line(i)] = true;
    // A comment directly above an item belongs to it.
    const auto is_comment = [&](std::size_t line) {
        const std::size_t start = lines[line].find_first_not_of(" \t");
        return !has_code[line] && start != std::string::npos && lines[line][start] != '#';
    };
    for (const Item& item : items) {
        if (item.wanted) continue;
        std::size_t first = item.first_line;
        while (first > 0 && is_comment(first - 1)) --first;
        for (std::size_t line = first; line <= item.last_line; ++line) belongs[line] = false;
    }
    return belongs;
}

}  // namespace spillway::teaching
