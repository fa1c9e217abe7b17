#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// Prints a whole lesson as text: its text, its questions with their answers, and the tables of its curves.
int lesson_command(const CommonOptions& options);

}  // namespace spillway::cli
