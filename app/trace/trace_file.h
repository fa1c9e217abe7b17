#pragma once

// Trace file NAME.spillway-trace: the JSON text of trace_json.h.

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t most_trace_bytes = std::size_t{64} << 20;

/// Files may come from untrusted sources. The Error names the first invalid field; it uses `file_name` only as its
/// place.
[[nodiscard]] model::Expected<Trace> parse_trace(std::string_view text, const std::string& file_name);

}  // namespace spillway::trace
