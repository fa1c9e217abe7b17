#include "app/catalogue/plain/device_types.h"

#include <algorithm>
#include <optional>

#include "app/catalogue/plain/host_words.h"

namespace spillway::catalogue {
namespace {

using Kind = Declaration::Kind;

constexpr int max_type_depth = 8;  ///< nesting limit, because each level scans the tokens again

std::optional<Body> body_of(const DeviceText& text, const Declaration& type)
{
    return body_of_type(text.text(), text.tokens(), type);
}

bool is_host_member(const DeviceText& text, const Declaration& member)
{
    return text.is_refused(member) || is_for_host(text.head_of(member));
}

/// Whether a member is data: int x; or struct timeval start; but not static int x;
bool is_data(const DeviceText& text, const Declaration& member)
{
    const Words head = text.head_of(member);
    const bool is_of_type = member.kind == Kind::type && head.size() > 3 && !body_of(text, member);
    return (member.kind == Kind::variable || is_of_type) && !has_word(head, "static");
}

bool holds_host_data(const DeviceText& text, const Declaration& type, const Body& body, int depth)
{
    Declaration head = type;
    head.last = body.open;
    if (text.is_refused(head) || is_for_host(text.words(type.first, body.open))) return true;
    for (const Item& item : members(text.text(), text.tokens(), body)) {
        if (item.is_directive) continue;
        const Declaration& member = item.declaration;
        if (is_data(text, member) && is_host_member(text, member)) return true;
        const auto inner = member.kind == Kind::type ? body_of(text, member) : std::nullopt;
        if (inner && depth < max_type_depth && holds_host_data(text, member, *inner, depth + 1)) return true;
    }
    return false;
}

/// "Timer" for `struct Timer : Base {`.
std::string_view name_of(const DeviceText& text, const Declaration& type, const Body& body)
{
    for (std::size_t at = type.is_template ? type.parameters_end : type.first; at < body.open; ++at) {
        const std::string_view next = text.word(at + 1);
        if (text.tokens()[at].kind == Token::Kind::name &&
            (next == "{" || next == ":" || next == "final" || next == "<"))
            return text.word(at);
    }
    return {};
}

/// Whether removing this member would change how the type is copied or laid out: a destructor, an assignment, a virtual
/// function, or a copy constructor.
bool affects_type(const Words& head, std::string_view type)
{
    if (has_word(head, "virtual") || has_word(head, "~") || has_word(head, "override")) return true;
    for (std::size_t at = 0; at + 1 < head.size(); ++at) {
        if (head[at] == "operator" && head[at + 1] == "=") return true;
        const bool is_constructor = head[at] == type && !type.empty() && head[at + 1] == "(";
        if (is_constructor)
            return std::find(head.begin() + static_cast<std::ptrdiff_t>(at) + 2, head.end(), type) != head.end();
    }
    return false;
}

/// Token of the : before a constructor's initializers, or of the body.
std::size_t end_of_head(const DeviceText& text, const Declaration& function)
{
    int depth = 0;
    for (std::size_t at = function.arguments_open; at < function.body; ++at) {
        const std::string_view word = text.word(at);
        if (word == "(") ++depth;
        if (word == ")") --depth;
        if (depth == 0 && (word == ":" || word == "try")) return at;
    }
    return function.body;
}

/// Removes the body of a member function without device qualifiers, or the whole function if it uses host-only names.
void keep_function(DeviceText& text, const Declaration& member, std::string_view type)
{
    const Words head = text.head_of(member);
    if (text.is_qualified(head)) return;
    const bool is_host = is_host_member(text, member);
    if (has_word(head, "constexpr") && !is_host) return;
    if (is_host && !affects_type(head, type))
        text.blank_tokens(member.first, member.last);
    else if (member.body != 0)
        text.end_at(end_of_head(text, member), member.last);
}

void keep_members(DeviceText& text, const Declaration& type, const Body& body, int depth)
{
    const std::string_view name = name_of(text, type, body);
    for (const Item& item : members(text.text(), text.tokens(), body)) {
        if (item.is_directive) continue;
        const Declaration& member = item.declaration;
        if (member.kind == Kind::type) {
            const auto inner = body_of(text, member);
            if (inner && depth < max_type_depth) keep_members(text, member, *inner, depth + 1);
        } else if (member.kind == Kind::function) {
            keep_function(text, member, name);
        } else if (!is_data(text, member) && !text.is_qualified(text.head_of(member)) && is_host_member(text, member)) {
            text.blank_tokens(member.first, member.last);
        }
    }
}

}  // namespace

void keep_type(DeviceText& text, const Declaration& type)
{
    const auto body = body_of(text, type);
    const bool is_device = text.is_qualified(text.words(type.first, type.last));
    const bool is_host = !is_device && (body ? holds_host_data(text, type, *body, 0) : is_host_member(text, type));
    if (is_host && text.blank_tokens(type.first, type.last)) return;
    if (body) keep_members(text, type, *body, 0);
}

}  // namespace spillway::catalogue
