#pragma once

#include <cstddef>
#include <string>

namespace spillway::answers {

/// Whether CBOR is whole, not deep, and holds at most so many values, looked at before any of it is built: the
/// library's reader goes down one call a level.
[[nodiscard]] bool is_bounded_cbor(const std::string& cbor, std::size_t most_values);

}  // namespace spillway::answers
