#pragma once

#include "app/protocol/json_visitors.h"
#include "app/trace/trace.h"

namespace spillway::trace {

/// JSON of a trace: the output of `spillway trace --json` and the content of its file.
[[nodiscard]] protocol::Json to_json(const Trace& trace);

}  // namespace spillway::trace
