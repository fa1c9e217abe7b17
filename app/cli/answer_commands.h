#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// What asks the compiler, the calculator and the recordings: list, gpus, run, open, sweep, occupancy.
void add_answer_commands(CommandLine& line, const WindowCommands& commands);

}  // namespace spillway::cli
