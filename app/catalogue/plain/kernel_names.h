#pragma once

// A kernel's name as a compiler's output has it, and as people write it.

#include <string>
#include <string_view>

#include "app/base/demangled.h"

namespace spillway::catalogue {

using base::demangled;

/// "void detail::scale<8>(float*)" as "detail::scale<8>".
[[nodiscard]] std::string without_arguments(std::string_view demangled);

/// "detail::scale<8>" as "detail::scale" and "8".
struct NameParts {
    std::string base, template_arguments;
    bool is_template = false;
};
[[nodiscard]] NameParts name_parts(std::string_view name);

/// "detail::scale" is seen as "scale" where only a macro knows the namespace, and launched as either.
[[nodiscard]] bool is_named(std::string_view whole, std::string_view seen);

/// Whether both name the same kernel: "scale<8u, true>" and "scale< 8, true >" do.
[[nodiscard]] bool is_same_kernel(std::string_view a, std::string_view b);

/// Whether an entry of a compiler's output is meant by a name: its own, or with or without its arguments.
[[nodiscard]] bool is_entry_of(const std::string& mangled, std::string_view name);

/// Whether an entry is an instance that a file need not have itself, "scale<16>", and no name from a compiler's output.
[[nodiscard]] bool is_instance(std::string_view entry);

}  // namespace spillway::catalogue
