#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// Options for the window's contents and size.
void add_window_options(CLI::App& command, WindowRequest& request);

/// Commands that draw the window or its parts: screenshot, pictures, tour, talk.
void add_drawing_commands(CommandLine& line, const WindowCommands& commands);

}  // namespace spillway::cli
