#include "app/catalogue/definition.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace spillway::catalogue {
namespace {

constexpr std::array<std::string_view, 18> lesson_keys{
    "title",     "question",      "topic",    "order",           "x_axis",     "focus",
    "charts",    "prerequisites", "teaches",  "charts_left_out", "claims",     "questions",
    "exercises", "exercise",      "accesses", "recording",       "difficulty", "minutes",
};
constexpr std::array<std::string_view, 3> word_keys{"label", "help", "best"};

bool is_one_of(std::string_view key, const auto& keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Prefixes each word with its length and type, so that different trees have different texts.
void append_word(std::string& to, char type, std::string_view word)
{
    to += std::to_string(word.size());
    to += type;
    to += word;
}

void append(std::string& to, const Node& node, const auto& left_out)
{
    switch (node.kind) {
        case Node::Kind::null: to += "null"; break;
        case Node::Kind::boolean: to += node.boolean ? "true" : "false"; break;
        case Node::Kind::integer: append_word(to, '#', std::to_string(node.integer)); break;
        case Node::Kind::real: append_word(to, '#', node.text); break;
        case Node::Kind::text: append_word(to, '"', node.text); break;
        case Node::Kind::array:
            to += '[';
            for (const Node& element : node.elements) append(to, element, word_keys);
            to += ']';
            break;
        case Node::Kind::object:
            to += '{';
            for (const Member& member : node.members) {
                if (is_one_of(member.key, left_out)) continue;
                append_word(to, ':', member.key);
                append(to, member.value, word_keys);
            }
            to += '}';
            break;
    }
}

}  // namespace

std::string definition_text(const Node& root)
{
    std::string text;
    append(text, root, lesson_keys);
    return text;
}

}  // namespace spillway::catalogue
