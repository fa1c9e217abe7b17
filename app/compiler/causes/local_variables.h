#pragma once

// Finds local variables of the functions in a CUDA C++ source by its tokens. May include text that only looks like a
// declaration, so ask the compiler before you report one.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::compiler {

struct LocalVariable {
    std::string name;
    int line = 1;
    std::size_t name_end = 0;       ///< byte after the declared name
    std::size_t statement_end = 0;  ///< byte after the declaration's semicolon
    bool is_array = false;
    std::size_t file = 0;            ///< index of its file; 0: the .cu
    std::size_t declarator_end = 0;  ///< byte after the name and its [...]
    bool has_typename = false;       ///< its type is written `typename T::type`
};

/// In source order. Without loop variables, parameters, static and __shared__ variables.
[[nodiscard]] std::vector<LocalVariable> find_local_variables(std::string_view text);

}  // namespace spillway::compiler
