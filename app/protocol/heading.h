#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::protocol {

/// Type and id of a line that does not decode as a message. With the id, its request fails at once instead of waiting.
struct Heading {
    std::string type;                 ///< empty if absent
    std::optional<std::uint64_t> id;  ///< id of the answered request
};
[[nodiscard]] Heading heading_of(std::string_view line);

}  // namespace spillway::protocol
