#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

struct GradeOptions {
    std::string folder, task, csv;
    bool force = false;
};
/// Looks at every hand-in of a folder again: what was claimed, and what is found here.
int grade_command(const CommonOptions& options, const GradeOptions& grade);

}  // namespace spillway::cli
