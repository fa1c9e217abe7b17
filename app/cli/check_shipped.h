#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

int check_shipped_command(const CommonOptions& options);

}  // namespace spillway::cli
