#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// Commands that query the compiler, the occupancy calculator and recordings: list, gpus, run, open, sweep, occupancy.
void add_answer_commands(CommandLine& line, const WindowCommands& commands);

}  // namespace spillway::cli
