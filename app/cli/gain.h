#pragma once

#include <string>

#include "app/cli/context.h"

namespace spillway::cli {

struct GainOptions {
    std::string folder;
    std::string take;  ///< "before" or "after": take the test here, into `output`
    std::string task, output;
};
/// What a class gained between two tests, or the test itself.
int gain_command(const CommonOptions& options, const GainOptions& gain);

}  // namespace spillway::cli
