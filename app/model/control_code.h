#pragma once

// Control bits that the compiler sets for the hardware's scheduler in each SASS instruction. NVIDIA does not document
// them. The decoding follows published reverse engineering and is the same from sm_75 to sm_120.

#include <optional>
#include <vector>

#include "app/model/listing.h"

namespace spillway::model {

struct ControlCode {
    int stall_cycles = 0;              ///< cycles before the warp's next instruction, 0 to 15
    bool yields = false;               ///< another warp may issue first
    std::optional<int> write_barrier;  ///< 0 to 5: released when the result is written
    std::optional<int> read_barrier;   ///< released when the operands have been read
    unsigned awaited = 0;              ///< bit b: waits until barrier b is released
    friend bool operator==(const ControlCode&, const ControlCode&) = default;
};

/// Decodes ListingLine::control, bits 105 to 125 of the instruction.
[[nodiscard]] ControlCode decode_control(int bits);

/// The next row of the same function, in text order, that waits for the write barrier of this row. Empty if none.
[[nodiscard]] std::optional<int> row_that_waits(const std::vector<ListingLine>& sass, int row);

}  // namespace spillway::model
