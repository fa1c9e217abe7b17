#pragma once

#include <vector>

#include "app/cli/run_here.h"

namespace spillway::cli {

/// "clean", "fault", "stopped" (at its bound) or "not_run".
[[nodiscard]] std::string run_here_status(const RanHere& ran);

/// Prints one kernel as text at once.
void print_run_here(const RanHere& ran, bool is_first);
void print_run_here_json(const std::vector<RanHere>& all);

}  // namespace spillway::cli
