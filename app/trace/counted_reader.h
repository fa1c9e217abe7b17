#pragma once

// What the run for counters left: put to the kernels that the run before it launched.

#include <string_view>

#include "app/trace/trace.h"

namespace spillway::trace {

/// `text` is the whole log; what does not fit is left out.
void add_counted(Trace& trace, std::string_view text);

}  // namespace spillway::trace
