#pragma once

// The variables that the functions of a CUDA C++ text declare, by their words alone. What only looks like a declaration
// is among them: the compiler is asked before any is spoken of.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

struct LocalVariable {
    std::string name;
    int line = 1;
    std::size_t name_end = 0;       ///< byte behind the declared name: where alignas(...) may stand
    std::size_t statement_end = 0;  ///< byte behind the declaration's semicolon
    bool is_array = false;
};

/// In the text's order. Not those that a loop's head declares, parameters, or what is static or __shared__.
[[nodiscard]] std::vector<LocalVariable> find_local_variables(std::string_view text);

}  // namespace spillway::compiler
