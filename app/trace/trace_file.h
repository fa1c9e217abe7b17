#pragma once

// A trace's file, NAME.spillway-trace: the text of what trace_json.h makes.

#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/trace/trace.h"

namespace spillway::trace {

inline constexpr std::size_t most_trace_bytes = std::size_t{64} << 20;

/// A file may come from anywhere: what does not fit the format is refused by name. `file_name` is for the Error.
[[nodiscard]] model::Expected<Trace> parse_trace(std::string_view text, const std::string& file_name);

}  // namespace spillway::trace
