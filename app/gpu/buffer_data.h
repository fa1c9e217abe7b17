#pragma once

// Initial content of kernel buffers, computed on the host: for memory that no kernel can fill, and to check
// device_helpers.cu.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/model/job.h"

namespace spillway::gpu {

/// Outputs are filled with this word before a run. It is NaN as float and as half.
inline constexpr std::uint32_t poison_word = 0x7fa57fa5;

/// Writes elements [first, first + bytes / element_bytes) of a buffer. Each element depends only on the buffer's
/// description, `seed` and its index, so a buffer can be made in pieces. Not for Fill::permutation.
void fill_elements(const model::PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first,
                   std::span<std::byte> bytes);

/// Half the number of bits in the Feistel network that permutes `count` elements.
[[nodiscard]] int permutation_half_bits(std::int64_t count);
/// Returns a whole buffer with one random cycle through 0 .. count-1; it cannot be made in pieces.
[[nodiscard]] std::vector<std::byte> permutation(const model::PlannedBuffer& buffer, std::uint64_t seed);

[[nodiscard]] int scalar_bytes(model::ScalarKind kind);  ///< 1 for raw

/// Reads one number as double; for raw, the byte.
[[nodiscard]] double read_scalar(model::ScalarKind kind, const std::byte* at);
/// Rounds to the nearest value of the type (integers: truncates and clamps).
void write_scalar(model::ScalarKind kind, double value, std::byte* at);

}  // namespace spillway::gpu
