#pragma once

// Finds the template arguments with which host code instantiates kernels, from its tokens and without a host compiler.

#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// `gemm<float, 4>`, and the line that names or launches it.
struct LaunchedInstance {
    std::string name;
    std::string file;
    int line = 0;

    friend bool operator==(const LaunchedInstance&, const LaunchedInstance&) = default;
};

struct HostLaunches {
    std::vector<LaunchedInstance> instances;
    /// Launches with unknown arguments, and calls of libraries that launch their own kernels, each with its first line.
    std::vector<LaunchedInstance> unknown;
};

/// Each instance once. Arguments may come from the template of a host function and its calls, or from the types of the
/// variables in a launch. A guess may be wrong: the compiler then refuses the instance.
[[nodiscard]] HostLaunches host_launches(const SourceFiles& files);

}  // namespace spillway::catalogue
