#pragma once

#include <cstddef>
#include <string>

namespace spillway::answers {

/// Whether CBOR is complete, shallow, and holds at most `max_values` values. Checked before parsing, because the
/// library's reader recurses once per level.
[[nodiscard]] bool is_bounded_cbor(const std::string& cbor, std::size_t max_values);

}  // namespace spillway::answers
