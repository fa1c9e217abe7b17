#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// Bytes [begin, end) of a displayed line, and the mangled name that the listing has there.
struct MangledName {
    std::uint32_t begin = 0, end = 0;
    std::string mangled;
    std::string signature;  ///< with return type and parameters
};

/// A line of PTX or SASS as displayed.
struct ReadableLine {
    std::string text;
    std::vector<MangledName> names;
};

/// Replaces each mangled C++ name by its source form, "running_mean<32>", and each tab by four spaces.
[[nodiscard]] ReadableLine readable_line(std::string_view line);

}  // namespace spillway::teaching
