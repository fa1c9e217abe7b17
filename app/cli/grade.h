#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

struct GradeOptions {
    std::string folder, task, csv;
    bool force = false;
};
/// Checks every hand-in of a folder again: its claims against this machine's results.
int grade_command(const CommonOptions& options, const GradeOptions& grade);

}  // namespace spillway::cli
