#pragma once

#include "app/cli/trace.h"

namespace CLI {
class App;
}

namespace spillway::cli {

/// Arguments before PROGRAM are options of `trace`; arguments after it go to the program.
void add_trace_options(CLI::App& command, TraceOptions& options);

}  // namespace spillway::cli
