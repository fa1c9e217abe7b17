#pragma once

// Text form of a GPU's roofs (peak rates), in which a worker stores them.

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/model/roofs.h"

namespace spillway::protocol {

[[nodiscard]] std::string encode_roofs(const model::Roofs& roofs);
[[nodiscard]] model::Expected<model::Roofs> decode_roofs(std::string_view text);

}  // namespace spillway::protocol
