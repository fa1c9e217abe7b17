#pragma once

// Worker's side of the compile helpers. Untrusted source is compiled in a separate process, which the worker kills on a
// timeout, at the memory limit or on a cancel, and starts again.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compiler/nvrtc.h"

namespace spillway::compiler {

struct HelperTools {
    model::Expected<std::shared_ptr<const Nvrtc>> nvrtc;
    /// Sandbox of the helpers, or the reason why there is none. Empty if no helper answered.
    std::optional<model::Expected<std::string>> confined_by;
};

/// Starts a first helper with `command` and waits until it has loaded NVRTC. The returned compiler starts more helpers
/// as threads compile in parallel; each keeps the priority of the thread that it was started for.
[[nodiscard]] HelperTools start_helpers(const std::vector<std::string>& command);

}  // namespace spillway::compiler
