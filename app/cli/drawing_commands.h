#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// What is shown, and in what window.
void add_window_options(CLI::App& command, WindowRequest& request);

/// What draws the window and its parts: screenshot, pictures, tour, talk.
void add_drawing_commands(CommandLine& line, const WindowCommands& commands);

}  // namespace spillway::cli
