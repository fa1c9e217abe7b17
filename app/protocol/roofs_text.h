#pragma once

// What a GPU can do, as the text in which a worker keeps it.

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/model/roofs.h"

namespace spillway::protocol {

[[nodiscard]] std::string encode_roofs(const model::Roofs& roofs);
[[nodiscard]] model::Expected<model::Roofs> decode_roofs(std::string_view text);

}  // namespace spillway::protocol
