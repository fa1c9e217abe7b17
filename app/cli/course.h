#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// Prints the lessons in course order, or draws them as a picture: prerequisites, lessons read on this machine, and the
/// next lesson.
int course_command(const CommonOptions& options, const std::string& picture, bool by_topic, bool force);

}  // namespace spillway::cli
