#include "app/catalogue/compiler_questions.h"

#include <algorithm>
#include <array>

namespace spillway::catalogue {
namespace {

/// Beginnings of names that differ between compilers, their passes and their targets.
constexpr std::array<std::string_view, 17> prefixes{
    "__CUDA", "__NVCC",       "__NVCOMPILER", "__GNU",        "__clang",       "__llvm",
    "_MSC_",  "__INTEL_",     "__x86_64",     "__aarch64",    "__linux__",     "_GNU_SOURCE",
    "NV_IF_", "NV_DISPATCH_", "NV_TARGET",    "NV_PROVIDES_", "CUDART_VERSION"};

bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The text with each backslash and line end taken out, as the preprocessor joins lines.
std::string spliced(std::string_view text)
{
    std::string all;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_end = text.substr(at, 2) == "\\\n", is_long_end = text.substr(at, 3) == "\\\r\n";
        if (is_end || is_long_end)
            at += is_end ? 1 : 2;
        else
            all += text[at];
    }
    return all;
}

/// Whether a line is a directive of that beginning: "#if", "# ifdef".
bool has_conditional(std::string_view text)
{
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        const std::size_t word = text.find_first_not_of(" \t", at + 1);
        if (word != std::string_view::npos && (text.substr(word, 2) == "if" || text.substr(word, 4) == "elif"))
            return true;
    }
    return false;
}

}  // namespace

std::optional<std::string> compiler_question(std::string_view text)
{
    const std::string all = spliced(text);
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t begin = at;
        while (at < all.size() && is_name_character(all[at])) ++at;
        const std::string_view name = std::string_view(all).substr(begin, at - begin);
        if (std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); }))
            return std::string(name);
        if (at == begin) ++at;
    }
    if (all.find("##") != std::string::npos && has_conditional(all)) return "##";
    return std::nullopt;
}

}  // namespace spillway::catalogue
