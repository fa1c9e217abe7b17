#include "app/teaching/source_outline.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace spillway::teaching {
namespace {

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Word {
    std::string text;  ///< an identifier or one punctuation character
    std::size_t line = 0;
};

/// Identifiers and punctuation; comments, strings, numbers' insides and preprocessor lines left out.
class Scanner {
public:
    std::vector<Word> scan(const std::vector<std::string>& lines)
    {
        for (std::size_t i = 0; i < lines.size(); ++i) scan_line(lines[i], i);
        return std::move(words_);
    }

private:
    void scan_line(const std::string& line, std::size_t number)
    {
        const std::size_t start = line.find_first_not_of(" \t");
        const bool is_preprocessor = continued_ || (!in_comment_ && start != std::string::npos && line[start] == '#');
        continued_ = is_preprocessor && line.ends_with('\\');
        if (is_preprocessor) return;
        for (std::size_t at = 0; at < line.size();) at = scan_one(line, at, number);
    }

    std::size_t scan_one(const std::string& line, std::size_t at, std::size_t number)
    {
        if (in_comment_) {
            const std::size_t close = line.find("*/", at);
            in_comment_ = close == std::string::npos;
            return in_comment_ ? line.size() : close + 2;
        }
        if (line.compare(at, 2, "//") == 0) return line.size();
        if (line.compare(at, 2, "/*") == 0) {
            in_comment_ = true;
            return at + 2;
        }
        if (line[at] == '"' || line[at] == '\'') {
            std::size_t end = at + 1;
            while (end < line.size() && line[end] != line[at]) end += line[end] == '\\' ? 2 : 1;
            return std::min(end + 1, line.size());
        }
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') return at + 1;
        std::size_t end = at + 1;
        if (is_word(line[at]))
            while (end < line.size() && is_word(line[end])) ++end;
        words_.push_back({line.substr(at, end - at), number});
        return end;
    }

    std::vector<Word> words_;
    bool in_comment_ = false;
    bool continued_ = false;
};

/// A declaration or definition at namespace level.
struct Item {
    std::size_t first_line = 0;
    std::size_t last_line = 0;
    std::set<std::string> words;
    std::string name;
    bool wanted = false;
};

/// Function: the word before the last "(" at depth 0 that precedes the body. Otherwise the word after
/// struct, union, enum or using, or the one before "=".
std::string item_name(const std::vector<Word>& words)
{
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        const bool is_tag = word == "struct" || word == "union" || word == "enum" || word == "using";
        if (is_tag && depth == 0 && i + 1 < words.size() && name.empty()) return words[i + 1].text;
        if (word == "template" && i + 1 < words.size() && words[i + 1].text == "<") {
            int angle = 0;  // template parameters hold "=", "(" and "class" of their own
            for (++i; i < words.size(); ++i) {
                if (words[i].text == "<") ++angle;
                if (words[i].text == ">" && --angle == 0) break;
            }
            continue;
        }
        if (word == "(" && depth++ == 0 && i > 0 && is_word(words[i - 1].text[0])) name = words[i - 1].text;
        if (word == ")") --depth;
        if ((word == "=" || word == "[") && depth == 0 && name.empty() && i > 0) return words[i - 1].text;
        if (word == "{" && depth == 0) break;
    }
    return name;
}

Item make_item(const std::vector<Word>& words)
{
    Item item{words.front().line, words.back().line, {}, item_name(words), false};
    for (const Word& word : words) item.words.insert(word.text);
    return item;
}

/// Cuts the words at namespace level: an item ends with ";" or with the "}" of a body.
std::vector<Item> cut_items(const std::vector<Word>& words)
{
    std::vector<Item> items;
    std::vector<Word> pending;
    int depth = 0;
    for (const Word& word : words) {
        const bool opens_namespace = word.text == "{" && depth == 0 && !pending.empty() &&
                                     (pending.front().text == "namespace" || pending.front().text == "extern") &&
                                     pending.size() <= 4;
        if (opens_namespace || (word.text == "}" && depth == 0)) {
            pending.clear();
            continue;
        }
        if (word.text == ";" && depth == 0 && pending.empty()) continue;
        pending.push_back(word);
        if (word.text == "{") ++depth;
        const bool closes = word.text == "}" && --depth == 0;
        if (closes || (word.text == ";" && depth == 0)) {
            items.push_back(make_item(pending));
            pending.clear();
        }
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
            if (items[i].wanted || items[i].name.empty() || !items[at].words.contains(items[i].name)) continue;
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
    const std::vector<Word> words = Scanner().scan(lines);
    std::vector<Item> items = cut_items(words);
    bool found = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].name != kernel || !items[i].words.contains("__global__")) continue;
        found = true;
        follow(items, i);
    }
    std::vector<bool> belongs(lines.size(), true);
    if (!found) return belongs;
    std::vector<bool> has_code(lines.size(), false);
    for (const Word& word : words) has_code[word.line] = true;
    // The comment right above an item goes with it.
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
