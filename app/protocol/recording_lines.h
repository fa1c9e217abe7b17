#pragma once

// Lines of a recording before compression, shared by reader and writer.

#include <optional>
#include <string>
#include <string_view>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Returns one line without the line feed.
[[nodiscard]] std::string encode_header(const RecordingHeader& header);
[[nodiscard]] std::string encode_recorded(const model::RunResult& result);

/// `what` of the Error is a sentence; `where` is empty.
[[nodiscard]] model::Expected<RecordingHeader> decode_header(std::string_view line);
[[nodiscard]] model::Expected<model::RunResult> decode_recorded(std::string_view line);
/// Also checks the GPU against the header and derives the time account from the header's roofs.
[[nodiscard]] model::Expected<model::RunResult> decode_recorded(std::string_view line, const RecordingHeader& header);

/// Fields at the beginning of a result line; they point into the line.
struct RecordedHeading {
    std::string_view experiment, variant;
    std::string_view key;  ///< beginning of the line up to the job hash; identifies it, like recorded_key()
    std::string_view job_hash;
};
/// Empty if the line does not begin as encode_recorded() writes it; decode the whole line then.
[[nodiscard]] std::optional<RecordedHeading> read_heading(std::string_view line);
/// Parameter values at the beginning of the line; empty if the line is not a result.
[[nodiscard]] std::optional<model::Values> values_in(const RecordedHeading& heading);

}  // namespace spillway::protocol
