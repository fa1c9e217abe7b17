#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spillway::base {

/// "1 kernel", "2 kernels", "0 kernels": for nouns with a regular plural.
[[nodiscard]] inline std::string counted(std::size_t number, std::string_view noun)
{
    return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace spillway::base
