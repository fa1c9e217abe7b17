#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::cli {

/// A learner's own .cu files or folders, compile-side.
int open_command(const CommonOptions& options, const std::vector<std::string>& paths);
/// What -I, -D and --std say; the Error says which is no such thing.
[[nodiscard]] model::Expected<model::BuildSettings> build_settings(const CommonOptions& options);
/// A .cu written down as an experiment in a new folder. Compiles nothing.
int make_command(const CommonOptions& options, const std::vector<std::string>& paths, const std::string& folder);

}  // namespace spillway::cli
