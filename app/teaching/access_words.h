#pragma once

#include <string>
#include <vector>

#include "app/catalogue/accesses.h"

namespace spillway::teaching {

/// A number shown beside the access picture, with its label: "32", "sectors".
struct AccessFigure {
    std::string value, label, help;
    bool is_worst = false;  ///< the number that makes the access slow
};

/// The access in numbers, the most informative first.
[[nodiscard]] std::vector<AccessFigure> access_figures(const model::Access& access, const catalogue::WarpAccess& warp);

/// The access in one sentence: "32 lanes ask for 128 bytes and touch 4 sectors of 1 line: no byte moves needlessly."
[[nodiscard]] std::string access_sentence(const model::Access& access, const catalogue::WarpAccess& warp);

/// Tooltip of a lane: "lane 5: bytes 160 to 163, sector 5, line 1", or its bank in shared memory.
[[nodiscard]] std::string lane_sentence(const model::Access& access, const catalogue::WarpAccess& warp, int lane);

}  // namespace spillway::teaching
