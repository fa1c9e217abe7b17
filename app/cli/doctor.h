#pragma once

#include "app/cli/window_request.h"

namespace spillway::cli {

int doctor_command(const CommonOptions& options, const WindowCommands& window);

}  // namespace spillway::cli
