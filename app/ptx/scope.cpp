#include "app/ptx/scope.h"

#include <charconv>

namespace spillway::ptx {
namespace {

/// Start of the digits at the end of a name.
std::size_t digits_of(std::string_view name)
{
    std::size_t at = name.size();
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
    return at;
}

}  // namespace

std::optional<Symbol> Scopes::find(std::string_view name) const
{
    const std::size_t digits = digits_of(name);
    std::int32_t number = -1;
    if (digits < name.size()) std::from_chars(name.data() + digits, name.data() + name.size(), number);
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        if (const auto found = scope->symbols.find(name); found != scope->symbols.end()) return found->second;
        if (number < 0) continue;
        const auto range = scope->ranges.find(name.substr(0, digits));
        if (range == scope->ranges.end() || number >= range->second.count) continue;
        Symbol symbol = range->second.first;
        symbol.offset += number * register_bytes(symbol.width);
        return symbol;
    }
    return std::nullopt;
}

}  // namespace spillway::ptx
