#pragma once

#include "app/cli/context.h"

namespace spillway::cli {

/// A lesson whole, as text: what it says, asks and answers, and the tables of its curves.
int lesson_command(const CommonOptions& options);

}  // namespace spillway::cli
