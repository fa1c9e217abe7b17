#pragma once

#include <string>
#include <vector>

namespace spillway::worker_client {

/// Splits a command line at blanks; double and single quotes keep words together.
[[nodiscard]] std::vector<std::string> split_command(const std::string& command);

}  // namespace spillway::worker_client
