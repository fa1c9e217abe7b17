#pragma once

#include "app/protocol/json_visitors.h"
#include "app/trace/trace.h"

namespace spillway::trace {

/// What `spillway trace --json` prints, and a trace's file holds.
[[nodiscard]] protocol::Json to_json(const Trace& trace);

}  // namespace spillway::trace
