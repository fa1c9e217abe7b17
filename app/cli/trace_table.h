#pragma once

#include <string>

#include "app/trace/trace.h"

namespace spillway::cli {

/// A trace as text: the GPUs, a table of kernels, their counters, launches without a recorded end, refused launches,
/// notices.
[[nodiscard]] std::string trace_table(const trace::Trace& trace);

}  // namespace spillway::cli
