#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

int gpus_command(const CommonOptions& options);

}  // namespace spillway::cli
