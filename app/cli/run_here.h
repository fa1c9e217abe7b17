#pragma once

#include <string>
#include <vector>

#include "app/catalogue/interpreted_job.h"
#include "app/cli/context.h"
#include "app/protocol/messages.h"

namespace spillway::cli {

struct RunHereOptions {
    catalogue::RunSettings settings;  ///< of the launch; the arguments are in CommonOptions::settings
    double seconds = 20;              ///< time limit of each kernel
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

/// Runs the kernels of the user's own .cu files on the worker's processor, and prints faults, counts and outputs. Exit
/// status 3: a fault was found, or a kernel was stopped or could not be run.
int run_here_command(const CommonOptions& options, const RunHereOptions& here, const std::vector<std::string>& paths);

}  // namespace spillway::cli
