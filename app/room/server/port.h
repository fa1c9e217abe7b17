#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::room {

/// Why the port cannot be opened, in the system's words; empty if it can.
[[nodiscard]] std::optional<model::Error> check_port(const std::string& address, int port);

}  // namespace spillway::room
