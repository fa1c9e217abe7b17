#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// What you read, predicted and won on this machine.
int progress_command(const CommonOptions& options);

}  // namespace spillway::cli
