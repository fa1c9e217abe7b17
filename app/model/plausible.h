#pragma once

// Plausible ranges of the figures of a GPU and of a result. Recordings, worker results and files are checked against
// this one table. Values outside are refused by name before any code draws, divides by or counts with them.

#include <optional>
#include <string>
#include <string_view>

namespace spillway::model {

struct Range {
    double least = 0;
    double most = 1e18;
    bool may_be_unknown = false;  ///< may be missing, like JSON's null

    [[nodiscard]] bool holds(double value) const { return value >= least && value <= most; }
};

/// `group`: "gpu", "compile", "measurement" and others, see the table in plausible.cpp; `key`: the field's name in
/// protocol/fields.h. Figures missing from the table may be 0 to 1e18.
[[nodiscard]] Range plausible_range(std::string_view group, std::string_view key);

/// "gpu.sm_count is 0, but can only be from 1 to 4096".
[[nodiscard]] std::optional<std::string> why_implausible(std::string_view group, std::string_view key, double value);

}  // namespace spillway::model
