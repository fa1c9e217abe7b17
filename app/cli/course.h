#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// The lessons in an order that leads through all of them, or as a picture: what leads to what, what was read here and
/// what comes next.
int course_command(const CommonOptions& options, const std::string& picture, bool by_topic, bool force);

}  // namespace spillway::cli
