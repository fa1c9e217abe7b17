#pragma once

// The samples of a launch put beside its code: on what the warps wait at each row of SASS and PTX, and at each line of
// the source.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/listing.h"
#include "app/model/stall_samples.h"

namespace spillway::model {

/// The samples of one line.
struct LineStalls {
    std::int64_t samples = 0;
    /// By reason. Of a wait for data, where the code tells which, with what it comes from: "long_scoreboard:local".
    std::map<std::string, std::int64_t> by_reason;

    LineStalls& operator+=(const LineStalls& more);
    /// The largest, but for issued instructions; null where nothing waits.
    [[nodiscard]] const std::pair<const std::string, std::int64_t>* largest_wait() const;
};

struct StalledLines {
    std::int64_t samples = 0;          ///< of the whole launch
    std::int64_t placed = 0;           ///< of them, at a row of this code
    std::vector<LineStalls> sass;      ///< of each row of Listing::sass
    std::vector<LineStalls> ptx;       ///< of each row of Listing::ptx
    std::map<int, LineStalls> source;  ///< by line, 1-based
};

/// Nothing where the listing has no SASS, or is of other code than the launch was.
[[nodiscard]] std::optional<StalledLines> stalled_lines(const StallSamples& samples, const Listing& listing);

/// "local", "global", "shared", ...: what an instruction brings data from; empty: it is no access.
[[nodiscard]] std::string_view brings_from(std::string_view sass);

}  // namespace spillway::model
