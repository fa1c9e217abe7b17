#pragma once

// A register's value in a lane as text.

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/ptx/registers.h"

namespace spillway::teaching {

/// NumberBase of a row of values without a type: the same in all lanes.
enum class NumberBase : std::uint8_t { decimal, signed_decimal, hexadecimal };

/// Small numbers are decimal, small negative ones among them have a sign; patterns of bits are hexadecimal.
/// `values`: of all lanes.
[[nodiscard]] NumberBase base_of_row(const ptx::Register& one, const std::byte* values);
/// The same value as a number; of a pointer the whole address.
[[nodiscard]] double warp_value_number(const ptx::Register& one, const std::byte* values, int lane, NumberBase base);
/// `base`: of a value without a type. An address in a buffer of the launch is its offset there, "+128".
[[nodiscard]] std::string warp_value_text(const ptx::Register& one, const std::byte* values, int lane, NumberBase base);

}  // namespace spillway::teaching
