#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

/// A learner's own .cu or folder, compile-side.
int open_command(const CommonOptions& options, const std::string& path);

}  // namespace spillway::cli
