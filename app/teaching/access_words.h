#pragma once

#include <string>
#include <vector>

#include "app/catalogue/accesses.h"

namespace spillway::teaching {

/// A number of the picture with its words: "32", "sectors".
struct AccessFigure {
    std::string value, label, help;
    bool is_worst = false;  ///< it is what makes the access slow
};

/// What the access touches, in figures, the most telling one first.
[[nodiscard]] std::vector<AccessFigure> access_figures(const model::Access& access, const catalogue::WarpAccess& warp);

/// The same in a sentence: "32 lanes ask for 128 bytes and touch 4 sectors of 1 line: no byte moves needlessly."
[[nodiscard]] std::string access_sentence(const model::Access& access, const catalogue::WarpAccess& warp);

/// "lane 5: bytes 160 to 163, sector 5, line 1" or its bank; what stands when the mouse is on a lane.
[[nodiscard]] std::string lane_sentence(const model::Access& access, const catalogue::WarpAccess& warp, int lane);

}  // namespace spillway::teaching
