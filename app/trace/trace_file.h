#pragma once

// Trace file NAME.spillway-trace: the JSON text of trace_json.h.

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t max_trace_bytes = std::size_t{64} << 20;

/// Checks every field, because files may come from untrusted sources. The Error names the first problem; `file_name`
/// becomes its `where`.
[[nodiscard]] model::Expected<Trace> parse_trace(std::string_view text, const std::string& file_name);

}  // namespace spillway::trace
