#pragma once

// The functions of catalogue/buffer_contents.h, and one that fills a large buffer with several threads.

#include "app/catalogue/buffer_contents.h"
#include "app/catalogue/first_difference.h"

namespace spillway::gpu {

using catalogue::first_difference;
using catalogue::permutation;
using catalogue::permutation_half_bits;
using catalogue::poison_word;
using catalogue::read_scalar;
using catalogue::scalar_bits;
using catalogue::scalar_bytes;
using catalogue::Tolerance;
using catalogue::write_scalar;

/// Writes the same bytes as catalogue::fill_elements(), but uses several threads for large buffers.
void fill_elements(const model::PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first,
                   std::span<std::byte> bytes);

}  // namespace spillway::gpu
