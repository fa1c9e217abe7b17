#pragma once

// Rounds exactly in the modes of PTX: a double holds a sum or a product without error, and is rounded once.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "app/ptx/program.h"

namespace spillway::ptx {

inline constexpr std::uint32_t canonical_nan = 0x7fffffff;  ///< of single precision, as the GPU makes it

[[nodiscard]] inline float flushed(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x7f800000U) == 0 ? std::bit_cast<float>(bits & 0x80000000U) : value;
}
[[nodiscard]] inline float one_nan(float value)
{
    return value != value ? std::bit_cast<float>(canonical_nan) : value;
}

/// Next double after a finite one, away from zero or towards it.
[[nodiscard]] inline double away_from_zero(double value)
{
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + 1);
}
[[nodiscard]] inline double towards_zero(double value)
{
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) - 1);
}

/// Rounds high + low to odd: the last bit of the result is 1 unless low is 0. `low` must be less than half a unit in
/// the last place of `high`. A later rounding to fewer bits, in any mode, then equals that of the exact value.
[[nodiscard]] inline double to_odd(double high, double low)
{
    const bool is_even = (std::bit_cast<std::uint64_t>(high) & 1) == 0;
    if (low == 0 || low != low || !is_even || !std::isfinite(high)) return high;
    if (high == 0)
        return low > 0 ? std::numeric_limits<double>::denorm_min() : -std::numeric_limits<double>::denorm_min();
    return (low > 0) == (high > 0) ? away_from_zero(high) : towards_zero(high);
}
/// a + b, rounded to odd for a later rounding to fewer bits.
[[nodiscard]] inline double odd_sum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return to_odd(sum, (a - (sum - part)) + (b - part));
}

/// Sign of a zero sum a + b: -0 when rounding down, if one of the two is negative.
[[nodiscard]] inline double with_zero_sign(double sum, double a, double b, Rounding rounding)
{
    const bool is_negative = rounding == Rounding::down && sum == 0 && (std::signbit(a) || std::signbit(b));
    return is_negative ? -0.0 : sum;
}

/// Rounds to single precision. A double that is a float keeps its value.
[[nodiscard]] inline float to_float(double value, Rounding rounding)
{
    const float nearest = static_cast<float>(value);
    if (rounding == Rounding::nearest || rounding == Rounding::none || nearest != nearest) return nearest;
    const double back = nearest;
    if (back == value) return nearest;
    const bool is_too_large = back > value;
    const bool shall_be_smaller = rounding == Rounding::down || (rounding == Rounding::zero && value > 0);
    if (is_too_large == shall_be_smaller)
        return is_too_large ? std::nextafterf(nearest, -std::numeric_limits<float>::infinity())
                            : std::nextafterf(nearest, std::numeric_limits<float>::infinity());
    return nearest;
}

/// Rounds nearest + rest in this mode. `nearest`: that sum rounded to nearest.
[[nodiscard]] inline double directed(double nearest, double rest, Rounding rounding)
{
    if (rest == 0 || rest != rest || nearest != nearest) return nearest;
    const bool is_down =
        rounding == Rounding::down || (rounding == Rounding::zero && (nearest > 0 || (nearest == 0 && rest > 0)));
    if (rounding == Rounding::nearest || rounding == Rounding::none) return nearest;
    if (is_down) return rest < 0 ? std::nextafter(nearest, -std::numeric_limits<double>::infinity()) : nearest;
    return rest > 0 ? std::nextafter(nearest, std::numeric_limits<double>::infinity()) : nearest;
}

/// Sign of a * b + c - rounded: positive, negative or 0. `rounded` is the finite double next to a * b + c. Exact also
/// where parts of the sum are outside the range of a double.
[[nodiscard]] double sign_of_rest(double a, double b, double c, double rounded);

/// Result of an overflow of finite operands, `value` being infinite: infinite or the largest double, by rounding mode.
[[nodiscard]] inline double overflowed(double value, Rounding rounding)
{
    const bool stays_finite = rounding == Rounding::zero || (rounding == Rounding::down && value > 0) ||
                              (rounding == Rounding::up && value < 0);
    return stays_finite ? std::copysign(std::numeric_limits<double>::max(), value) : value;
}

// Conversions of f16 and bf16, held as bits.
[[nodiscard]] std::uint16_t half_bits(double value, Rounding rounding);
[[nodiscard]] std::uint16_t bfloat_bits(double value, Rounding rounding);
[[nodiscard]] float half_value(std::uint16_t bits);
[[nodiscard]] inline float bfloat_value(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}
/// Rounds to tf32: a float with a mantissa of 10 bits and zeros below.
[[nodiscard]] std::uint32_t tf32_bits(float value, Rounding rounding);

/// Rounds to a whole number by .rni, .rzi, .rmi, .rpi (or .rn, .rz, .rm, .rp).
[[nodiscard]] double to_whole(double value, Rounding rounding);

}  // namespace spillway::ptx
