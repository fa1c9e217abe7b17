#pragma once

// Kernel names in a compiler's output and in source text.

#include <string>
#include <string_view>

#include "app/base/demangled.h"

namespace spillway::catalogue {

using base::demangled;

/// "detail::scale<8>" for "void detail::scale<8>(float*)".
[[nodiscard]] std::string without_arguments(std::string_view demangled);

/// "detail::scale" and "8" for "detail::scale<8>".
struct NameParts {
    std::string base, template_arguments;
    bool is_template = false;
};
[[nodiscard]] NameParts name_parts(std::string_view name);

/// Without "(anonymous namespace)::", which no source text writes.
[[nodiscard]] std::string without_unnamed(std::string_view name);

/// Whether the seen name means the whole one: "detail::scale" is seen as "scale" if a macro opens the namespace, and
/// launched as either. Unnamed namespaces do not count.
[[nodiscard]] bool is_named(std::string_view whole, std::string_view seen);

/// Whether a launch that writes "a::scale" may mean a::v1::scale, whose namespace v1 may be inline.
[[nodiscard]] bool may_mean(std::string_view written, std::string_view whole);

/// Name without spaces, unnamed namespaces and number suffixes.
[[nodiscard]] std::string plain_name(std::string_view name);

/// Whether both names mean one kernel: true for "scale<8u, true>" and "scale< 8, true >".
[[nodiscard]] bool is_same_kernel(std::string_view a, std::string_view b);

/// Whether a name means this entry of a compiler's output: its mangled name, or its name with or without arguments.
[[nodiscard]] bool is_entry_of(const std::string& mangled, std::string_view name);

/// Whether an entry is a template instance to create, "scale<16>", rather than a name from a compiler's output.
[[nodiscard]] bool is_instance(std::string_view entry);

}  // namespace spillway::catalogue
