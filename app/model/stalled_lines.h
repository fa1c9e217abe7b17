#pragma once

// Assigns a launch's samples to its code: the stall reasons of each row of SASS and PTX, and of each source line.

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
    /// By reason. A wait for data also names its memory where the code shows it: "long_scoreboard:local".
    std::map<std::string, std::int64_t> by_reason;

    LineStalls& operator+=(const LineStalls& more);
    /// Most frequent reason other than issued instructions; null if nothing waits.
    [[nodiscard]] const std::pair<const std::string, std::int64_t>* largest_wait() const;
};

struct StalledLines {
    std::int64_t samples = 0;          ///< of the whole launch
    std::int64_t placed = 0;           ///< of them, at a row of this code
    std::vector<LineStalls> sass;      ///< per row of Listing::sass
    std::vector<LineStalls> ptx;       ///< per row of Listing::ptx
    std::map<int, LineStalls> source;  ///< by 1-based line
};

/// Empty if the listing has no SASS, or belongs to other code than the launch.
[[nodiscard]] std::optional<StalledLines> stalled_lines(const StallSamples& samples, const Listing& listing);

/// Memory that an instruction reads: "local", "global", "shared", ...; empty if it is not an access.
[[nodiscard]] std::string_view brings_from(std::string_view sass);

}  // namespace spillway::model
