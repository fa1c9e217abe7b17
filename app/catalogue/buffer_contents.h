#pragma once

// Contents of a kernel's buffers before it runs, as the host makes them: for memory that no kernel can fill, for the
// interpreter, and to check what device_helpers.cu makes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/model/job.h"

namespace spillway::catalogue {

/// Word that outputs are filled with before a run. As float and as half it is a NaN.
inline constexpr std::uint32_t poison_word = 0x7fa57fa5;

/// Writes elements [first, first + bytes / element_bytes) of a buffer. The content at an index depends on the buffer's
/// description, `seed` and the index only, so a buffer can be made in pieces. Not for Fill::permutation.
void fill_elements(const model::PlannedBuffer& buffer, std::uint64_t seed, std::int64_t first,
                   std::span<std::byte> bytes);

/// Half the width, in bits, of the indices that permutation() shuffles for `count` elements.
[[nodiscard]] int permutation_half_bits(std::int64_t count);
/// One random cycle through 0 .. count-1 as the buffer's numbers: the whole buffer, since it cannot be made in pieces.
[[nodiscard]] std::vector<std::byte> permutation(const model::PlannedBuffer& buffer, std::uint64_t seed);

[[nodiscard]] int scalar_bytes(model::ScalarKind kind);  ///< of raw: 1

/// The number at `at`, converted; raw: the byte.
[[nodiscard]] double read_scalar(model::ScalarKind kind, const std::byte* at);
/// Rounds to the nearest value the kind has (integers: towards zero, and to its range).
void write_scalar(model::ScalarKind kind, double value, std::byte* at);

/// The bytes of a scalar argument as the kernel takes it; numbers beyond the type's range become its nearest. 0
/// for an unknown type.
[[nodiscard]] std::uint64_t scalar_bits(const std::string& type, double value);

/// Numbers of an array that is one argument: 32 for "float[32]". Empty for a single number, for an unknown type, or
/// if it is too long for a kernel's 4 KiB of parameters.
[[nodiscard]] std::optional<int> argument_count(const std::string& type);
/// An argument's bytes in words of 8: a single number fills one. An array "float[32]" holds value, value + 1, ...
[[nodiscard]] std::vector<std::uint64_t> argument_words(const std::string& type, double value);

}  // namespace spillway::catalogue
