#pragma once

#include <string>

#include "app/trace/trace.h"

namespace spillway::cli {

/// A trace for people: a table of kernels, then unfinished work, then notices.
[[nodiscard]] std::string trace_table(const trace::Trace& trace);

}  // namespace spillway::cli
