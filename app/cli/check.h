#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct CheckOptions {
    CommonOptions common;
    std::vector<std::string> experiments;  ///< all that may run if empty
    std::vector<std::string> gpus;         ///< claims on these alone; on all that a claim names if empty
    bool mutate = false;
};
int check_command(const CheckOptions& options);

}  // namespace spillway::cli
