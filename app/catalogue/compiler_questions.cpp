#include "app/catalogue/compiler_questions.h"

#include <algorithm>
#include <array>

#include "app/catalogue/learners_code.h"

namespace spillway::catalogue {
namespace {

/// Prefixes of names that differ between compilers, their passes and their targets.
constexpr std::array<std::string_view, 17> prefixes{
    "__CUDA", "__NVCC",       "__NVCOMPILER", "__GNU",        "__clang",       "__llvm",
    "_MSC_",  "__INTEL_",     "__x86_64",     "__aarch64",    "__linux__",     "_GNU_SOURCE",
    "NV_IF_", "NV_DISPATCH_", "NV_TARGET",    "NV_PROVIDES_", "CUDART_VERSION"};

}  // namespace

std::optional<std::string> compiler_question(std::string_view code)
{
    for (const std::string_view name : names_in_code(code))
        if (std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); }))
            return std::string(name);
    return std::nullopt;
}

}  // namespace spillway::catalogue
