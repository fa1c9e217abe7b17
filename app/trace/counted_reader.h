#pragma once

// Adds the results of the counter run to the kernels of the earlier run.

#include <string_view>

#include "app/trace/trace.h"

namespace spillway::trace {

/// `text` is the whole log; skips lines that match no kernel.
void add_counted(Trace& trace, std::string_view text);

}  // namespace spillway::trace
