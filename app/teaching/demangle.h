#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// A stretch of a shown line, [begin, end) in bytes, and the name that stands there in the listing itself.
struct MangledName {
    std::uint32_t begin = 0, end = 0;
    std::string mangled;
    std::string signature;  ///< with return type and parameters
};

/// A line of PTX or SASS as it is shown.
struct ReadableLine {
    std::string text;
    std::vector<MangledName> names;
};

/// The line with each mangled C++ name as it stands in the source: "running_mean<32>". Tabs are four spaces.
[[nodiscard]] ReadableLine readable_line(std::string_view line);

}  // namespace spillway::teaching
