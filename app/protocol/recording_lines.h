#pragma once

// The lines of a recording, before compression. Shared by its reader and its writer.

#include <optional>
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
/// The same, of the header's GPU, with what follows from the header's roofs.
[[nodiscard]] model::Expected<model::RunResult> decode_recorded(std::string_view line, const RecordingHeader& header);

/// What stands at the beginning of a line. Points into it.
struct RecordedHeading {
    std::string_view experiment, variant;
    std::string_view key;  ///< all up to the job's hash: names the line as recorded_key() names its result
    std::string_view job_hash;
};
/// Empty where the line does not begin as encode_recorded() writes it: only decoding tells then what it is of.
[[nodiscard]] std::optional<RecordedHeading> read_heading(std::string_view line);
/// The values that the line's beginning names; empty where it is no beginning of a result.
[[nodiscard]] std::optional<model::Values> values_in(const RecordedHeading& heading);

}  // namespace spillway::protocol
