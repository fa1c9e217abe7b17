#pragma once

#include <string_view>

#include "app/protocol/json_visitors.h"

namespace spillway::protocol {

/// Parses a line of a worker or of a recording; discarded where it is no JSON. Its texts are for people to read, so
/// what a terminal or a layout would obey is shown instead (base::visible_text).
[[nodiscard]] Json parse_foreign(std::string_view line);

}  // namespace spillway::protocol
