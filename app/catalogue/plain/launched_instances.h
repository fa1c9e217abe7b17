#pragma once

// With what a .cu's host part instantiates its kernels, by its words: no compiler of host code is asked.

#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// `gemm<float, 4>`, and where it is named or launched.
struct LaunchedInstance {
    std::string name;
    std::string file;
    int line = 0;

    friend bool operator==(const LaunchedInstance&, const LaunchedInstance&) = default;
};

struct HostLaunches {
    std::vector<LaunchedInstance> instances;
    /// Launches whose arguments the words do not tell, and calls of libraries that launch kernels of their own: each
    /// by its first line.
    std::vector<LaunchedInstance> untold;
};

/// Each once. Arguments may come from the template of a host function that is called with them, and from the types of
/// the variables that a launch passes. A guess may be wrong: what the compiler refuses of these was none.
[[nodiscard]] HostLaunches host_launches(const SourceFiles& files);

}  // namespace spillway::catalogue
