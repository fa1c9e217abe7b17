#pragma once

#include "app/cli/window_request.h"

namespace spillway {

/// Window commands of the command line; the only place that connects the two.
[[nodiscard]] cli::WindowCommands window_commands();

}  // namespace spillway
