#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// Prints the user's progress on this machine: lessons read, predictions, exercises passed.
int progress_command(const CommonOptions& options);

}  // namespace spillway::cli
