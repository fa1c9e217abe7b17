#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// What was read, predicted and won here.
int progress_command(const CommonOptions& options);

}  // namespace spillway::cli
