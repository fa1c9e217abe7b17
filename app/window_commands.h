#pragma once

#include "app/cli/window_request.h"

namespace spillway {

/// The commands of the command line that need the window. The one place where the two meet.
[[nodiscard]] cli::WindowCommands window_commands();

}  // namespace spillway
