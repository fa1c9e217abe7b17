#pragma once

// Register, spill and control-code information for each line: in words, and as the numbers of the lane beside the code.

#include <optional>
#include <string>
#include <vector>

#include "app/model/control_code.h"
#include "app/model/listing.h"
#include "app/teaching/register_cap.h"

namespace spillway::teaching {

/// Live registers beside one column of code.
struct RegisterLane {
    std::vector<std::optional<int>> live;  ///< of each row
    int peak = 0;
    int peak_row = -1;               ///< first row with the peak
    std::optional<RegisterCap> cap;  ///< drawn as a line
    bool has_knob = true;            ///< belongs to an experiment, so a knob could cap the registers
    int full = 8;                    ///< registers at the lane's full width
};

/// Empty if no row has a count of live registers.
[[nodiscard]] std::optional<RegisterLane> register_lane(const std::vector<model::ListingLine>& lines,
                                                        std::optional<RegisterCap> cap);
/// For the source; `rows` is its number of lines.
[[nodiscard]] std::optional<RegisterLane> register_lane(const model::Listing& listing, int rows,
                                                        std::optional<RegisterCap> cap);

/// "Line 43: 72 live registers; the register cap is 64."
[[nodiscard]] std::string peak_words(const RegisterLane& lane);
/// "spills 52 bytes, reloads 196 bytes, spills 4 bytes to shared memory"; empty without spills.
[[nodiscard]] std::string spill_words(const model::SpillBytes& spills);
/// Data that the listing lacks for its lines, and what to install; empty if it is complete.
[[nodiscard]] std::string missing_words(const model::Listing& listing);

/// A control code as a column of text: " 4 y w0    .1....": stall cycles, yield, write barrier, read barrier, awaited
/// barriers.
[[nodiscard]] std::string control_column(const model::ControlCode& code);
/// A control code in sentences.
[[nodiscard]] std::string control_words(const model::ControlCode& code);

}  // namespace spillway::teaching
