#include "app/protocol/foreign_json.h"

#include <algorithm>

#include "app/base/visible_text.h"

namespace spillway::protocol {
namespace {

/// Quick test, because nearly no line holds a control character and listings are long.
bool may_hold_controls(std::string_view line)
{
    constexpr std::string_view beginnings[] = {"\\u",  "\\b",      "\\f",      "\\r",     "\x7f",
                                               "\xc2", "\xd8\x9c", "\xe2\x80", "\xe2\x81"};
    return std::any_of(std::begin(beginnings), std::end(beginnings),
                       [&](std::string_view beginning) { return line.find(beginning) != std::string_view::npos; });
}

/// Ignores strings below the maximum depth: no message nests that deep.
void show_controls(Json& json, int depth)
{
    constexpr int deepest = 16;
    if (json.is_string()) {
        json = base::visible_text(json.get_ref<const std::string&>());
    } else if (json.is_structured() && depth < deepest) {
        for (Json& part : json) show_controls(part, depth + 1);
    }
}

}  // namespace

Json parse_foreign(std::string_view line)
{
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_discarded() && may_hold_controls(line)) show_controls(json, 0);
    return json;
}

}  // namespace spillway::protocol
