#pragma once

#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

/// Launches in the file that start one kernel.
struct LaunchesOf {
    std::vector<const SeenLaunch*> launches;  ///< in the file's order
    /// The kernel is a template instance and no launch names its arguments, so a launch may be of another instance.
    bool may_be_of_others = false;
};
/// `kernel` is a name with or without template arguments, as demangled. Launches that name the instance's arguments
/// come alone; otherwise all launches of the kernel's name.
[[nodiscard]] LaunchesOf launches_of(const SourceLook& look, std::string_view kernel);

}  // namespace spillway::catalogue
