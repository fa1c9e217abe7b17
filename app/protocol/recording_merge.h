#pragma once

#include <string>
#include <vector>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Why results of the two cannot stand in one file, a sentence each; empty when they can. Both are
/// named as `first` and `second`.
[[nodiscard]] std::vector<std::string> mismatches(const RecordingHeader& a, const std::string& first,
                                                  const RecordingHeader& b, const std::string& second);

struct RecordingPart {
    std::string name;  ///< the file's
    Recording recording;
};
/// All parts in one. Of a configuration that several hold the newest wins: by the date of its
/// measurement, else of its part; the later named part where these are equal.
[[nodiscard]] model::Expected<Recording> merge(std::vector<RecordingPart> parts);

}  // namespace spillway::protocol
