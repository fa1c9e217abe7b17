#pragma once

// The worker's side of its compile helpers: somebody's text is compiled in a process of its own, which is ended when it
// takes too long, takes too much or is not wanted any more, and started again.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compiler/nvrtc.h"

namespace spillway::compiler {

struct HelperTools {
    model::Expected<std::shared_ptr<const Nvrtc>> nvrtc;
    /// What the helpers are confined by, or why by nothing. Nothing where none could be started.
    std::optional<model::Expected<std::string>> confined_by;
};

/// Starts a first helper with `command` and waits until it has loaded NVRTC. What this returns starts more of them as
/// threads compile side by side; each goes on with the priority of the thread that it was started for.
[[nodiscard]] HelperTools start_helpers(const std::vector<std::string>& command);

}  // namespace spillway::compiler
