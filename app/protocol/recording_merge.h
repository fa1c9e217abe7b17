#pragma once

#include <string>
#include <vector>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Returns one sentence per reason why the results of the two cannot share a file; empty if they can. The sentences
/// call the two `first` and `second`.
[[nodiscard]] std::vector<std::string> mismatches(const RecordingHeader& a, const std::string& first,
                                                  const RecordingHeader& b, const std::string& second);

struct RecordingPart {
    std::string name;  ///< file name
    Recording recording;
};
/// Merges all parts. If several parts hold the same configuration, the newest measurement wins, then the newest part,
/// then the later part in the list.
[[nodiscard]] model::Expected<Recording> merge(std::vector<RecordingPart> parts);

}  // namespace spillway::protocol
