#pragma once

#include <string>

#include "app/trace/trace.h"

namespace spillway::cli {

/// A trace for people: the kernels as a table, then what did not come to its end, then the notices.
[[nodiscard]] std::string trace_table(const trace::Trace& trace);

}  // namespace spillway::cli
