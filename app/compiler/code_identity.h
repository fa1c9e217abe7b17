#pragma once

#include <string>
#include <string_view>

namespace spillway::compiler {

/// Tells a kernel's machine code from any other: of the bytes of its section in the cubin, not of names, paths and
/// lines that stand beside it. Empty where the cubin has no such kernel.
[[nodiscard]] std::string code_identity(std::string_view cubin, const std::string& entry);

}  // namespace spillway::compiler
