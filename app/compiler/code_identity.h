#pragma once

#include <string>
#include <string_view>

namespace spillway::compiler {

/// Hash of a kernel's machine code: of its section in the cubin, without names, paths and line numbers. Empty if the
/// cubin has no such kernel.
[[nodiscard]] std::string code_identity(std::string_view cubin, const std::string& entry);

}  // namespace spillway::compiler
