#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// Commands that measure and store: record, merge, export, check, trace.
void add_recording_commands(CommandLine& line);

}  // namespace spillway::cli
