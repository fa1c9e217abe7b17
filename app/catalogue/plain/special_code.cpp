#include "app/catalogue/plain/special_code.h"

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/model/targets.h"

namespace spillway::catalogue {
namespace {

constexpr std::string_view feature_start = "__CUDA_ARCH_FEAT_SM", feature_end = "_ALL";
constexpr std::string_view specific = "__CUDA_ARCH_SPECIFIC__", family = "__CUDA_ARCH_FAMILY_SPECIFIC__";

bool is_special_macro(std::string_view name)
{
    return (name.starts_with(feature_start) && name.ends_with(feature_end)) || name == specific || name == family;
}

/// Target of `arch` that defines the macro; empty if none does.
std::string target_with(std::string_view macro, const std::string& arch)
{
    const auto targets = model::special_targets(arch);
    if (targets.empty() || macro == family) return targets.empty() ? "" : targets.front();
    // "sm_90a" defines __CUDA_ARCH_FEAT_SM90_ALL.
    const std::string own = std::string(feature_start) + arch.substr(3) + std::string(feature_end);
    return macro == specific || macro == own ? targets.back() : "";
}

}  // namespace

std::optional<SpecialCode> special_code_in(std::string_view text, const std::string& arch)
{
    for (const Token& token : cuda_tokens(text)) {
        if (token.kind != Token::Kind::directive && token.kind != Token::Kind::name) continue;
        for (const std::string_view name : identifiers(token.in(text)))
            if (std::string target = is_special_macro(name) ? target_with(name, arch) : ""; !target.empty())
                return SpecialCode{token.line, std::string(name), std::move(target)};
    }
    return std::nullopt;
}

bool has_special_code(std::string_view text)
{
    if (text.find("__CUDA_ARCH_F") == std::string_view::npos && text.find(specific) == std::string_view::npos)
        return false;
    for (const std::string_view name : identifiers(text))
        if (is_special_macro(name)) return true;
    return false;
}

}  // namespace spillway::catalogue
