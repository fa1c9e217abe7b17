#pragma once

// Whether a variant's output is the reference's.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/model/job.h"

namespace spillway::catalogue {

struct Tolerance {
    double relative = 0, absolute = 0;  ///< both 0: bit for bit
};

/// Compares a piece of two buffers of one description; `first` is the piece's first element. What differs first, as
/// "output[17] is 3.5, the reference has 4"; nothing where all agree. Two numbers agree when they are not further
/// apart than absolute + relative * |reference|; two NaNs agree.
[[nodiscard]] std::optional<std::string> first_difference(const model::PlannedBuffer& buffer, std::int64_t first,
                                                          std::span<const std::byte> got,
                                                          std::span<const std::byte> expected, Tolerance tolerance);

}  // namespace spillway::catalogue
