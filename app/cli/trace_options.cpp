#include "app/cli/trace_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/command_options.h"

namespace spillway::cli {

void add_trace_options(CLI::App& command, TraceOptions& options)
{
    command.prefix_command();
    command.add_flag("--json", options.json,
                     "The trace as JSON, and nothing else on stdout: what the program prints goes to stderr");
    add_output(command, "-o,--output", options.output, "Keep the trace, NAME.spillway-trace");
    command
        .add_option("--limit", options.limit_seconds,
                    "End the program after this many seconds; for a .cu, 60 by default")
        ->check(number_between(0.1, 1e6));
    command
        .add_option(
            "--counters", options.counters,
            "Hardware counters of kernels with this in their name: runs the program a second time; may be repeated")
        ->allow_extra_args(false);
    command.add_option(
        "--show", options.show,
        "Print a trace that was kept, or a report of Nsight Compute (.ncu-rep); with -o it is written as a trace");
    command.add_flag("--trust", options.trust, "Compile and run FILE.cu, this once");
    command.add_flag("--force", options.force, "Replace files that are there already");
}

}  // namespace spillway::cli
