#include "app/catalogue/member_reader.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/suggestion.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_text_bytes = 1024;  ///< for a name, a title or a formula

}  // namespace

void Problems::add(int line, std::string what, std::string advice)
{
    constexpr std::size_t max_problems = 100;
    if (found_.size() < max_problems) found_.push_back({line, std::move(what), std::move(advice)});
}

model::Error Problems::first() const
{
    const auto least = std::min_element(found_.begin(), found_.end(),
                                        [](const Problem& a, const Problem& b) { return a.line < b.line; });
    const std::string where = least->line > 0 ? file_name_ + ":" + std::to_string(least->line) : file_name_;
    return {least->what, where, least->advice};
}

MemberReader::MemberReader(const Node& node, std::string subject, Problems& problems)
    : node_(node), subject_(std::move(subject)), problems_(problems)
{
    if (node.kind != Node::Kind::object)
        problems_.add(node.line, subject_ + " is " + kind_name(node.kind), "an object {...} was expected");
}

const Node* MemberReader::member(const std::string& key, bool required)
{
    known_keys_.push_back(key);
    const Node* found = node_.find(key);
    if (found == nullptr && required && node_.kind == Node::Kind::object) missing_.push_back(key);
    return found;
}

const Node* MemberReader::typed(const std::string& key, bool required, std::initializer_list<Node::Kind> kinds,
                                const char* expected)
{
    const Node* found = member(key, required);
    if (found == nullptr || std::find(kinds.begin(), kinds.end(), found->kind) != kinds.end()) return found;
    problems_.add(found->line, "\"" + key + "\" of " + subject_ + " is " + kind_name(found->kind),
                  std::string(expected) + " was expected");
    return nullptr;
}

std::string MemberReader::text(const std::string& key, bool required)
{
    const Node* found = typed(key, required, {Node::Kind::text}, "a text");
    if (found == nullptr) return {};
    if (required && found->text.empty())
        problems_.add(found->line, "\"" + key + "\" of " + subject_ + " is empty", "a text was expected");
    if (found->text.size() > max_text_bytes) {
        problems_.add(found->line, "\"" + key + "\" of " + subject_ + " is longer than 1024 bytes",
                      "longer texts belong in lesson.md");
        return {};
    }
    return base::visible_text(found->text);
}

std::optional<std::int64_t> MemberReader::integer(const std::string& key, bool required)
{
    const Node* found = typed(key, required, {Node::Kind::integer}, "a whole number");
    if (found == nullptr) return std::nullopt;
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (found->integer > exact || found->integer < -exact) {
        problems_.add(found->line, "\"" + key + "\" of " + subject_ + " is too large",
                      "at most 2^53 in magnitude was expected");
        return std::nullopt;
    }
    return found->integer;
}

std::optional<double> MemberReader::number(const std::string& key, bool required)
{
    const Node* found = typed(key, required, {Node::Kind::integer, Node::Kind::real}, "a number");
    return found == nullptr ? std::nullopt : std::optional(found->real);
}

bool MemberReader::flag(const std::string& key, bool fallback)
{
    const Node* found = typed(key, false, {Node::Kind::boolean}, "true or false");
    return found == nullptr ? fallback : found->boolean;
}

std::string MemberReader::formula_text(const std::string& key, bool required)
{
    const Node* found = typed(key, required, {Node::Kind::text, Node::Kind::integer, Node::Kind::real},
                              "a number or a formula in quotes");
    if (found == nullptr) return {};
    return found->kind == Node::Kind::text ? found->text : number_text(*found);
}

std::optional<std::size_t> MemberReader::one_of(const std::string& key, const std::vector<std::string>& names)
{
    const Node* found = typed(key, false, {Node::Kind::text}, "a text");
    if (found == nullptr) return std::nullopt;
    const auto at = std::find(names.begin(), names.end(), found->text);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    problems_.add(found->line,
                  "\"" + key + "\" of " + subject_ + " is \"" + found->text.substr(0, 60) + "\", which does not exist",
                  suggestion(found->text, names));
    return std::nullopt;
}

std::vector<const Node*> MemberReader::objects(const std::string& key, bool required)
{
    std::vector<const Node*> list;
    const Node* found = typed(key, required, {Node::Kind::array}, "a list [...]");
    if (found == nullptr) return list;
    if (required && found->elements.empty())
        problems_.add(found->line, "\"" + key + "\" of " + subject_ + " is empty", "at least one was expected");
    for (const Node& element : found->elements) {
        if (element.kind == Node::Kind::object)
            list.push_back(&element);
        else
            problems_.add(element.line, "\"" + key + "\" holds " + kind_name(element.kind),
                          "a list of objects {...} was expected");
    }
    return list;
}

std::vector<std::int64_t> MemberReader::integers(const std::string& key, bool required)
{
    std::vector<std::int64_t> list;
    const Node* found = typed(key, required, {Node::Kind::array}, "a list [...]");
    if (found == nullptr) return list;
    for (const Node& element : found->elements) {
        if (element.kind == Node::Kind::integer)
            list.push_back(element.integer);
        else
            problems_.add(element.line, "\"" + key + "\" holds " + kind_name(element.kind),
                          "a list of whole numbers was expected");
    }
    return list;
}

void MemberReader::finish()
{
    bool has_unknown = false;
    for (const Member& member : node_.members) {
        if (std::find(known_keys_.begin(), known_keys_.end(), member.key) != known_keys_.end()) continue;
        has_unknown = true;
        problems_.add(member.line, "\"" + member.key.substr(0, 60) + "\" is not a key of " + subject_,
                      suggestion(member.key, known_keys_));
    }
    // A missing key is usually a misspelt one, which is already reported as unknown.
    if (has_unknown) return;
    for (const std::string& key : missing_)
        problems_.add(node_.line, subject_ + " has no \"" + key + "\"", "this key is required");
}

int MemberReader::line_of(const std::string& key) const
{
    const Node* found = node_.find(key);
    return found == nullptr ? node_.line : found->line;
}

std::string number_text(const Node& node)
{
    if (node.kind == Node::Kind::integer) return std::to_string(node.integer);
    std::array<char, 40> digits{};
    const auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), node.real);
    return std::string(digits.data(), end);
}

}  // namespace spillway::catalogue
