#pragma once

// The worker's side of its compile helpers: somebody's text is compiled in a process of its own, which is ended when it
// takes too long, takes too much or is not wanted any more, and started again.

#include <memory>
#include <string>
#include <vector>

#include "app/compiler/nvrtc.h"

namespace spillway::compiler {

/// How the helpers are shut in.
struct HelperStatus {
    std::string confined_by;     ///< "Landlock 7"; empty: by nothing
    std::string why_unconfined;  ///< empty where it is confined
};

struct HelperTools {
    model::Expected<std::shared_ptr<const Nvrtc>> nvrtc;
    HelperStatus status;
};

/// Starts a first helper with `command` and waits until it has loaded NVRTC. What this returns starts more of them as
/// threads compile side by side; each goes on with the priority of the thread that it was started for.
[[nodiscard]] HelperTools start_helpers(const std::vector<std::string>& command);

}  // namespace spillway::compiler
