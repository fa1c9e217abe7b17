#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::protocol {

/// What a line says that it is, if the rest of it is no message: so that its request need not wait any longer.
struct Heading {
    std::string type;                 ///< empty: it does not say
    std::optional<std::uint64_t> id;  ///< of the request that it answers
};
[[nodiscard]] Heading heading_of(std::string_view line);

}  // namespace spillway::protocol
