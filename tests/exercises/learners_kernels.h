#pragma once

// The learners' kernels, compiled for the processor.

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spillway::learners {

/// A kernel's argument: where a buffer is, or a number.
struct Argument {
    void* buffer = nullptr;
    double number = 0;
};
using Kernel = std::function<void(const std::vector<Argument>&)>;

struct Kernels {
    std::string entry;  ///< of the learner's variant, with the values that this is compiled for
    std::map<std::string, Kernel> by_name;
};
/// By exercise; those whose steps of warps are counted stand apart.
[[nodiscard]] std::map<std::string, Kernels> plain_kernels();
[[nodiscard]] std::map<std::string, Kernels> traced_kernels();

template <typename T>
T argument(const Argument& given)
{
    if constexpr (std::is_pointer_v<T>)
        return static_cast<T>(given.buffer);
    else
        return static_cast<T>(given.number);
}

template <typename... T, std::size_t... At>
void call(void (*kernel)(T...), const std::vector<Argument>& given, std::index_sequence<At...>)
{
    kernel(argument<T>(given.at(At))...);
}

/// A kernel that takes its arguments from a list.
template <typename... T>
Kernel listed(void (*kernel)(T...))
{
    return [kernel](const std::vector<Argument>& given) { call(kernel, given, std::index_sequence_for<T...>()); };
}

}  // namespace spillway::learners
