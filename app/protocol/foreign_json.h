#pragma once

#include <string_view>

#include "app/protocol/json_visitors.h"

namespace spillway::protocol {

/// Parses one line of a worker or a recording; the result is discarded (is_discarded()) if the line is not JSON.
/// Escapes control characters in all string values (base::visible_text), because users see them in terminals and
/// layouts. Keys of objects stay as they are.
[[nodiscard]] Json parse_foreign(std::string_view line);

}  // namespace spillway::protocol
