#pragma once

// Types of kernels' arguments and of what pointers point to.

#include <string_view>

namespace spillway::catalogue {

/// A type as C++ calls it, as an experiment calls it, and its size.
struct ArgumentType {
    std::string_view cpp, own;
    int bytes;
    bool is_scalar;  ///< can be an argument by value
};

/// Null where the type is not known here.
[[nodiscard]] const ArgumentType* find_argument_type(std::string_view cpp);

[[nodiscard]] bool is_real(const ArgumentType& type);  ///< float, double, half or a vector of them

}  // namespace spillway::catalogue
