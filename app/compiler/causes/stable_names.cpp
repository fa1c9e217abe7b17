#include "app/compiler/causes/stable_names.h"

#include <charconv>
#include <optional>

#include "app/catalogue/plain/token_scan.h"

namespace spillway::compiler {
namespace {

struct ScopeName {
    std::string_view beginning, stable;
};
/// How nvcc and NVRTC begin the names of file scopes, and what replaces each name and its length.
constexpr ScopeName scopes[] = {{"_GLOBAL__N__", "12_GLOBAL__N_1"}, {"_INTERNAL_", "9_INTERNAL"}};

/// Start of the number that ends before `end`.
std::size_t number_before(std::string_view text, std::size_t end)
{
    while (end > 0 && catalogue::is_digit(text[end - 1])) --end;
    return end;
}

/// Replacement of the scope name that begins at `at`, and of the length before it. Empty if none begins there.
std::optional<std::string_view> stable_scope(std::string_view text, std::size_t at)
{
    for (const ScopeName& scope : scopes)
        if (text.substr(at).starts_with(scope.beginning)) return scope.stable;
    return std::nullopt;
}

}  // namespace

std::string stable_names(std::string_view text)
{
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = text.find('_'); at != std::string_view::npos; at = text.find('_', at + 1)) {
        const std::size_t begin = number_before(text, at);
        if (at < done || begin == at || begin < done) continue;
        const auto stable = stable_scope(text, at);
        std::size_t bytes = 0;
        if (!stable || std::from_chars(text.data() + begin, text.data() + at, bytes).ec != std::errc{} ||
            bytes > text.size() - at)
            continue;
        result += text.substr(done, begin - done);
        result += *stable;
        done = at + bytes;
    }
    return result += text.substr(done);
}

}  // namespace spillway::compiler
