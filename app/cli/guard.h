#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace spillway::cli {

struct GuardOptions {
    std::string budget;                ///< FILE.json
    std::vector<std::string> gpus;     ///< names; empty: the default GPU
    std::vector<std::string> exclude;  ///< patterns of files in folders, see path_pattern.h
    std::string format;                ///< "text", "github", "junit" or "sarif"
    bool update = false;               ///< write the budget instead of comparing
};

/// Compares kernels of .cu files, folders and compiled files with a committed budget. Exit status 3: a kernel exceeds
/// it, or does not compile.
int guard_command(const CommonOptions& options, const GuardOptions& guard, const std::vector<std::string>& paths);

}  // namespace spillway::cli
