#pragma once

#include <vector>

#include "app/cli/run_here.h"

namespace spillway::cli {

/// "clean", "fault", "stopped" (at its bound) or "not_run".
[[nodiscard]] std::string run_here_status(const RanHere& ran);

void print_run_here(const std::vector<RanHere>& all);
void print_run_here_json(const std::vector<RanHere>& all);

}  // namespace spillway::cli
