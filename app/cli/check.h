#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

int check_command(const CommonOptions& options, const std::vector<std::string>& experiments, bool mutate);

}  // namespace spillway::cli
