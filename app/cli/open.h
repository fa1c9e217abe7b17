#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"
#include "app/model/build_settings.h"
#include "app/model/error.h"

namespace spillway::cli {

/// Opens the user's .cu files or folders; compiles without measuring.
int open_command(const CommonOptions& options, const std::vector<std::string>& paths);
/// Settings of -I, -D and --std; the Error names the invalid one.
[[nodiscard]] model::Expected<model::BuildSettings> build_settings(const CommonOptions& options);
/// Saves a .cu as an experiment in a new folder. Compiles nothing.
int make_command(const CommonOptions& options, const std::vector<std::string>& paths, const std::string& folder);

}  // namespace spillway::cli
