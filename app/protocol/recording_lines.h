#pragma once

// The lines of a recording, before compression. Shared by its reader and its writer.

#include <string>
#include <string_view>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Without the line feed.
[[nodiscard]] std::string encode_header(const RecordingHeader& header);
[[nodiscard]] std::string encode_recorded(const model::RunResult& result);

/// The Error's `what` is a sentence without the place.
[[nodiscard]] model::Expected<RecordingHeader> decode_header(std::string_view line);
[[nodiscard]] model::Expected<model::RunResult> decode_recorded(std::string_view line);

}  // namespace spillway::protocol
