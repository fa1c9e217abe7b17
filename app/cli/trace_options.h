#pragma once

#include "app/cli/trace.h"

namespace CLI {
class App;
}

namespace spillway::cli {

/// What stands before the program's name is the trace's; what follows it is the program's.
void add_trace_options(CLI::App& command, TraceOptions& options);

}  // namespace spillway::cli
