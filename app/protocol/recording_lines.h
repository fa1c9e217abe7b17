#pragma once

// The lines of a recording, before compression. Shared by its reader and its writer.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Without the line feed.
[[nodiscard]] std::string encode_header(const RecordingHeader& header);
[[nodiscard]] std::string encode_recorded(const model::RunResult& result);

/// The Error's `what` is a sentence without the place.
[[nodiscard]] model::Expected<RecordingHeader> decode_header(std::string_view line);
[[nodiscard]] model::Expected<model::RunResult> decode_recorded(std::string_view line);
/// Each line's result, in their order, where it is of the header's GPU: by all cores, since thousands of lines are
/// seconds.
[[nodiscard]] std::vector<model::Expected<model::RunResult>> decode_recorded(const std::vector<std::string_view>& lines,
                                                                             const RecordingHeader& header);

/// What stands at the beginning of a line. Points into it.
struct RecordedHeading {
    std::string_view experiment, variant;
    std::string_view key;  ///< all up to the job's hash: names the line as recorded_key() names its result
};
/// Empty where the line does not begin as encode_recorded() writes it: only decoding tells then what it is of.
[[nodiscard]] std::optional<RecordedHeading> read_heading(std::string_view line);

}  // namespace spillway::protocol
