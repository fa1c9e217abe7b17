#pragma once

// What each line's machine code needs, in words and as the numbers of a lane beside the code.

#include <optional>
#include <string>
#include <vector>

#include "app/model/control_code.h"
#include "app/model/gpu.h"
#include "app/model/listing.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// The most registers per thread that a result's compile allowed, where a knob said so.
[[nodiscard]] std::optional<int> register_cap(const model::RunResult& result, const model::Gpu& gpu);

/// The live registers beside one column of code.
struct RegisterLane {
    std::vector<std::optional<int>> live;  ///< of each row
    int peak = 0;
    int peak_row = -1;       ///< the first with it
    std::optional<int> cap;  ///< drawn as a line
    bool has_knob = true;    ///< of an experiment, whose knobs could cap them
    int full = 8;            ///< what the lane's width stands for
};

/// Empty where no row tells its live registers.
[[nodiscard]] std::optional<RegisterLane> register_lane(const std::vector<model::ListingLine>& lines,
                                                        std::optional<int> cap);
/// Of the source; `rows` as many lines as it has.
[[nodiscard]] std::optional<RegisterLane> register_lane(const model::Listing& listing, int rows,
                                                        std::optional<int> cap);

/// "Line 43: 72 live registers; the cap is 64."
[[nodiscard]] std::string peak_words(const RegisterLane& lane);
/// "spills 52 bytes, reloads 196 bytes, spills 4 bytes to shared memory"; empty: nothing is spilled.
[[nodiscard]] std::string spill_words(const model::SpillBytes& spills);
/// What the listing does not tell of its lines, and what to install; empty: nothing is missing.
[[nodiscard]] std::string missing_words(const model::Listing& listing);

/// A control code as a column: "  4 y  0 -  .1....".
[[nodiscard]] std::string control_column(const model::ControlCode& code);
/// The same in sentences.
[[nodiscard]] std::string control_words(const model::ControlCode& code);

}  // namespace spillway::teaching
