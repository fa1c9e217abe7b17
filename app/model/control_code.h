#pragma once

// What the compiler tells the hardware's scheduler with each SASS instruction. NVIDIA does not document these bits:
// they are read as others have found them out, and the same from sm_75 to sm_120.

#include <optional>
#include <vector>

#include "app/model/listing.h"

namespace spillway::model {

struct ControlCode {
    int stall_cycles = 0;              ///< that the warp waits before its next instruction, 0 to 15
    bool yields = false;               ///< another warp may go first
    std::optional<int> write_barrier;  ///< 0 to 5: freed when the result has been written
    std::optional<int> read_barrier;   ///< freed when the operands have been read
    unsigned awaited = 0;              ///< bit b: it waits until barrier b is free
    friend bool operator==(const ControlCode&, const ControlCode&) = default;
};

/// Of ListingLine::control: bits 105 to 125 of the instruction.
[[nodiscard]] ControlCode decode_control(int bits);

/// The next row of the same function, in the order of the text, that waits for the barrier of this row's result.
[[nodiscard]] std::optional<int> row_that_waits(const std::vector<ListingLine>& sass, int row);

}  // namespace spillway::model
