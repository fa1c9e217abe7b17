#pragma once

// What the figures of a GPU and of a result can be. Recordings, workers' answers and files go by this one table: what
// is outside is refused by name, before anything is drawn, divided or counted by it.

#include <optional>
#include <string>
#include <string_view>

namespace spillway::model {

struct Range {
    double least = 0;
    double most = 1e18;
    bool may_be_unknown = false;  ///< no number at all, as JSON's null

    [[nodiscard]] bool holds(double value) const { return value >= least && value <= most; }
};

/// `group` is gpu, result, compile, code, line, spills, function, ptx, sass, occupancy, point, samples, measurement or
/// times; `key` as in the messages. A figure that the table does not name is anything from 0 to 1e18.
[[nodiscard]] Range plausible_range(std::string_view group, std::string_view key);

/// "gpu.sm_count is 0, but can only be from 1 to 4096".
[[nodiscard]] std::optional<std::string> why_implausible(std::string_view group, std::string_view key, double value);

}  // namespace spillway::model
