#pragma once

// Beginnings of nvcc's flags, as BuildSettings spells them.

#include <algorithm>
#include <iterator>
#include <string_view>

namespace spillway::catalogue {

inline constexpr std::string_view ptxas_prefix = "-Xptxas=", cap_prefix = "-maxrregcount=", target_prefix = "-arch=";

inline bool is_among(const auto& list, std::string_view word)
{
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

/// Name of a flag that has one value: "-maxrregcount".
inline std::string_view group_of_flag(std::string_view flag)
{
    if (flag.starts_with(ptxas_prefix)) return flag;
    return flag.substr(0, flag.find('='));
}

}  // namespace spillway::catalogue
