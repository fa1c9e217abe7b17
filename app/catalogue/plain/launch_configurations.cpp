#include "app/catalogue/plain/launch_configurations.h"

#include <algorithm>

#include "app/base/text.h"
#include "app/catalogue/plain/file_constants.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_configurations = 100, max_members = 16, max_tokens = 500;

/// Index of gridDim, blockDim and dynamicSmemBytes: 0 to 2; 3 for another member.
std::size_t member_of(std::string_view name)
{
    constexpr std::array<std::string_view, 3> names{"gridDim", "blockDim", "dynamicSmemBytes"};
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// The three extents of "dim3(16,2)" or "96"; missing ones are 1.
std::vector<std::string> extents_of(std::string_view shape)
{
    std::vector<std::string> extents;
    if (shape.starts_with("dim3(") && shape.ends_with(')'))
        extents = arguments_of(shape.substr(5, shape.size() - 6));
    else if (!shape.empty())
        extents.emplace_back(shape);
    extents.resize(3, "1");
    return extents;
}

}  // namespace

void LaunchConfigurations::look(std::size_t at, int depth)
{
    const std::string_view here = word(at);
    if (here == "}") std::erase_if(known_, [&](const auto& each) { return each.second.depth_ > depth; });
    if (here == "cudaLaunchConfig_t" || here == "cudaLaunchConfig_st") return declare(at + 1, depth);
    if (known_.empty() || !is_name(at)) return;
    const auto known = known_.find(here);
    if (known == known_.end() || (at > 0 && (word(at - 1) == "." || word(at - 1) == ">"))) return;
    if (word(at + 1) == ".") return assign_member(at, depth, known->second);
    // A function that gets its address or a reference may change it, or it is assigned as a whole.
    if (known->second.declared_at_ != at && !is_argument_of_runtime(at)) known->second.forget();
}

const LaunchConfiguration* LaunchConfigurations::find(std::string_view pointer) const
{
    if (!pointer.starts_with('&')) return nullptr;
    const auto known = known_.find(base::trimmed(pointer.substr(1)));
    return known == known_.end() ? nullptr : &known->second;
}

std::string_view LaunchConfigurations::word(std::size_t at) const
{
    return at < tokens_.size() && tokens_[at].kind != Token::Kind::directive ? tokens_[at].in(text_)
                                                                             : std::string_view{};
}

bool LaunchConfigurations::is_name(std::size_t at) const
{
    return at < tokens_.size() && tokens_[at].kind == Token::Kind::name;
}

/// Token of the next top-level comma or `end`.
std::size_t LaunchConfigurations::end_of_part(std::size_t at, std::string_view end) const
{
    int depth = 0;
    for (const std::size_t last = std::min(at + max_tokens, tokens_.size()); at < last; ++at) {
        const std::string_view here = word(at);
        if (depth == 0 && (here == "," || here == end)) return at;
        if (here == "(" || here == "{") ++depth;
        if (here == ")" || here == "}") --depth;
    }
    return tokens_.size();
}

std::size_t LaunchConfigurations::closing_brace(std::size_t open) const
{
    int depth = 0;
    for (std::size_t at = open; at < std::min(open + max_tokens, tokens_.size()); ++at) {
        if (word(at) == "{") ++depth;
        if (word(at) == "}" && --depth == 0) return at;
    }
    return open;
}

/// Text of an extent or a shape; `{96, 2}` as dim3.
std::string LaunchConfigurations::shape_text(std::size_t begin, std::size_t end) const
{
    if (begin >= end || end > tokens_.size()) return {};
    const std::string text(text_.substr(tokens_[begin].begin, tokens_[end - 1].end - tokens_[begin].begin));
    return text.starts_with('{') && text.ends_with('}') ? "dim3(" + text.substr(1, text.size() - 2) + ")" : text;
}

/// `&c` as an argument of a function of the CUDA runtime, which changes no configuration.
bool LaunchConfigurations::is_argument_of_runtime(std::size_t at) const
{
    if (at < 3 || word(at - 1) != "&") return false;
    int depth = 0;
    for (std::size_t back = 2; back < std::min(max_tokens, at); ++back) {
        if (word(at - back) == ")") ++depth;
        if (word(at - back) == "(" && depth-- == 0) return word(at - back - 1).starts_with("cuda");
    }
    return false;
}

/// `a = {}, b{8, 96, 0}, c;` after the type
void LaunchConfigurations::declare(std::size_t at, int depth)
{
    for (; is_name(at) && known_.size() < max_configurations; ++at) {
        std::size_t open = at + 1;
        if (word(open) == "=") ++open;
        LaunchConfiguration made;
        made.depth_ = depth;
        made.declared_at_ = at;
        const std::string_view name = word(at);
        if (word(open) == "{") {
            fill(made, open);
            open = closing_brace(open) + 1;
        } else if (open != at + 1) {
            open = end_of_part(open, ";");  // a copy, or the result of a function
        } else if (word(open) != ";" && word(open) != ",") {
            return;
        }
        known_.insert_or_assign(name, std::move(made));
        if (word(open) != ",") return;
        at = open;
    }
}

/// {8, 96, 1024} or {.gridDim = 8, .blockDim = 96}
void LaunchConfigurations::fill(LaunchConfiguration& made, std::size_t open) const
{
    std::size_t begin = open + 1;
    for (std::size_t member = 0; member < max_members && word(begin) != "}"; ++member) {
        const std::size_t end = end_of_part(begin, "}");
        if (end >= tokens_.size()) return;
        std::size_t index = member;
        if (word(begin) == ".") {
            index = member_of(word(begin + 1));
            begin += word(begin + 2) == "=" ? 3 : 2;
        }
        if (index < made.members_.size()) made.members_[index] = shape_text(begin, end);
        if (word(end) == "}") return;
        begin = end + 1;
    }
}

/// `c.blockDim = 96;` or `c.blockDim.x = 96;`
void LaunchConfigurations::assign_member(std::size_t at, int depth, LaunchConfiguration& known) const
{
    const std::size_t index = member_of(word(at + 2));
    if (index >= known.members_.size()) return;
    std::string& value = known.members_[index];
    const bool is_of_axis = word(at + 3) == ".";
    const std::size_t sign = is_of_axis ? at + 5 : at + 3;
    const std::size_t axis = word(at + 4).size() == 1 ? std::string_view("xyz").find(word(at + 4)) : 3;
    const std::string_view first = word(sign), second = word(sign + 1);
    const bool is_assigned = first == "=" && second != "=";
    const bool is_changed = first.size() == 1 && std::string_view("+-*/%&|^").find(first) != std::string_view::npos &&
                            (second == "=" || (second == first && (first == "+" || first == "-")));
    const std::string_view before = at > 0 ? word(at - 1) : std::string_view(";");
    if (!is_assigned && !is_changed && before != "+" && before != "-" && before != "&") return;  // read
    const std::size_t end = end_of_part(sign + 1, ";");
    // Under a condition or in a loop, a launch may see another value.
    const bool begins_statement = before == ";" || before == "{" || before == "}";
    const bool is_plain = is_assigned && depth == known.depth_ && begins_statement && word(end) == ";";
    if (!is_plain || (is_of_axis && axis > 2)) {
        value.clear();
        known.is_unread_[index] = true;
    } else if (!is_of_axis) {
        value = shape_text(sign + 1, end);
        known.is_unread_[index] = false;
    } else if (!known.is_unread_[index]) {
        std::vector<std::string> extents = extents_of(value);
        extents[axis] = shape_text(sign + 1, end);
        value = "dim3(" + extents[0] + "," + extents[1] + "," + extents[2] + ")";
    }
}

}  // namespace spillway::catalogue
