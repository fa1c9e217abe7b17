#pragma once

// Compares a variant's output with the output of its reference.

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

/// Compares a piece of two buffers with the same description; `first` is the piece's first element. Returns the first
/// difference, such as "output[17] is 3.5, the reference has 4"; nothing if all agree. Numbers agree within absolute +
/// relative * |reference|; two NaNs agree.
[[nodiscard]] std::optional<std::string> first_difference(const model::PlannedBuffer& buffer, std::int64_t first,
                                                          std::span<const std::byte> got,
                                                          std::span<const std::byte> expected, Tolerance tolerance);

}  // namespace spillway::catalogue
