#pragma once

#include "app/cli/window_request.h"

namespace spillway::cli {

/// Runs the whole command line; returns the exit status.
int run(int argc, char** argv, const WindowCommands& window);

}  // namespace spillway::cli
