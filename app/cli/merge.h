#pragma once

#include <string>
#include <vector>

namespace spillway::cli {

int merge_command(const std::vector<std::string>& files, const std::string& output, bool force);

}  // namespace spillway::cli
