#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

/// A learner's own .cu or folder, compile-side.
int open_command(const CommonOptions& options, const std::string& path);
/// A .cu written down as an experiment in a new folder. Compiles nothing.
int make_command(const std::string& path, const std::string& folder);

}  // namespace spillway::cli
