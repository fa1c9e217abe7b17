#pragma once

#include "app/cli/command_options.h"

namespace spillway::cli {

/// Commands for courses, learners and teachers: lesson, publish, progress, doctor, assign, hand-in, grade, gain.
void add_course_commands(CommandLine& line, const WindowCommands& commands);

}  // namespace spillway::cli
