#pragma once

#include <string>
#include <vector>

#include "app/catalogue/interpreted_job.h"
#include "app/cli/context.h"
#include "app/protocol/messages.h"

namespace spillway::cli {

struct RunHereOptions {
    catalogue::RunSettings settings;  ///< shape of the launch; `settings` of CommonOptions say the arguments
    double seconds = 20;              ///< of each kernel
};

/// A kernel that was run, or why it was not.
struct RanHere {
    std::string file, kernel;
    model::Gpu gpu;
    std::optional<catalogue::InterpretedJob> job;
    std::optional<model::InterpretedRun> run;
    std::optional<model::Error> error;  ///< there is no run then
    std::vector<std::string> notes{};   ///< about the build settings
};

/// Runs the kernels of a learner's own .cu on the worker's processor, and prints what came of it. 3 where a fault was
/// found or a kernel could not be run.
int run_here_command(const CommonOptions& options, const RunHereOptions& here, const std::vector<std::string>& paths);

}  // namespace spillway::cli
