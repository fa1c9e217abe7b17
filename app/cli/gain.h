#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

struct GainOptions {
    std::string folder;
    std::string take;  ///< "before" or "after": take the test here and write `output`
    std::string task, output;
};
/// Reports a class's gain between two tests, or runs the test.
int gain_command(const CommonOptions& options, const GainOptions& gain);

}  // namespace spillway::cli
