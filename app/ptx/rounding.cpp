#include "app/ptx/rounding.h"

namespace spillway::ptx {
namespace {

/// A format with `mantissa` bits after the point and exponents from `min_exponent` to `max_exponent`.
struct Format {
    int mantissa, min_exponent, max_exponent;
};
constexpr Format half_format{10, -14, 15}, bfloat_format{7, -126, 127};

/// Rounds a number of units in the last place to an integer.
double rounded_units(double units, Rounding rounding, bool is_negative)
{
    switch (rounding) {
        case Rounding::zero: return std::floor(units);
        case Rounding::down: return is_negative ? std::ceil(units) : std::floor(units);
        case Rounding::up: return is_negative ? std::floor(units) : std::ceil(units);
        case Rounding::away: return std::floor(units + 0.5);
        default: return std::nearbyint(units);
    }
}

/// True if overflow gives infinity, false if it gives the largest number.
bool overflows(Rounding rounding, bool is_negative)
{
    if (rounding == Rounding::zero) return false;
    if (rounding == Rounding::down) return is_negative;
    if (rounding == Rounding::up) return !is_negative;
    return true;
}

std::uint16_t narrow_bits(double value, Rounding rounding, const Format& format)
{
    const bool is_negative = std::signbit(value);
    const auto sign = static_cast<std::uint16_t>(is_negative ? 0x8000 : 0);
    const int bias = format.max_exponent;
    const auto infinite = static_cast<std::uint16_t>((2 * bias + 1) << format.mantissa);
    if (value != value) return 0x7fff;
    const double size = std::abs(value);
    if (std::isinf(size)) return sign | infinite;
    if (size == 0) return sign;
    const int exponent = std::max(std::ilogb(size), format.min_exponent);
    const double units = rounded_units(std::ldexp(size, format.mantissa - exponent), rounding, is_negative);
    // Units of 2^(exponent - mantissa). A carry into the exponent gives the right bits.
    const auto count = static_cast<std::int64_t>(units);
    const std::int64_t hidden = std::int64_t{1} << format.mantissa;
    const std::int64_t bits =
        count < hidden ? count : (static_cast<std::int64_t>(exponent + bias) << format.mantissa) + count - hidden;
    if (bits < infinite) return sign | static_cast<std::uint16_t>(bits);
    return sign | (overflows(rounding, is_negative) ? infinite : static_cast<std::uint16_t>(infinite - 1));
}

/// sign_of_rest() for a sum without overflow or underflow in any part.
double sign_within_range(double a, double b, double c, double rounded)
{
    const double high = a * b, low = std::fma(a, b, -high);
    const double sum = high + c, part = sum - high, rest = (high - (sum - part)) + (c - part);
    return ((sum - rounded) + rest) + low;
}

}  // namespace

double sign_of_rest(double a, double b, double c, double rounded)
{
    const double product = a * b;
    if (std::isinf(product)) return sign_within_range(a * 0x1p-300, b * 0x1p-300, c * 0x1p-600, rounded * 0x1p-600);
    if (a == 0 || b == 0 || std::abs(product) > 0x1p-900) return sign_within_range(a, b, c, rounded);
    const double scaled_a = a * 0x1p500, scaled_b = b * 0x1p500;
    // The product is far smaller than the last place of any double (its unit is 2^-1074), or of c.
    if (std::abs(c) > 0x1p-700 || std::abs(scaled_a * scaled_b) < 0x1p-80)
        return c != rounded ? c - rounded : std::copysign(1.0, a) * std::copysign(1.0, b);
    return sign_within_range(scaled_a, scaled_b, c * 0x1p500 * 0x1p500, rounded * 0x1p500 * 0x1p500);
}

std::uint16_t half_bits(double value, Rounding rounding)
{
    return narrow_bits(value, rounding, half_format);
}
std::uint16_t bfloat_bits(double value, Rounding rounding)
{
    return narrow_bits(value, rounding, bfloat_format);
}

float half_value(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, exponent = bits >> 10 & 31,
                        mantissa = bits & 1023;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | mantissa << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
    const float small = static_cast<float>(mantissa) * 0x1p-24F;
    return sign != 0 ? -small : small;
}

std::uint32_t tf32_bits(float value, Rounding rounding)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if (value != value) return canonical_nan;
    if ((bits & 0x7f800000U) == 0x7f800000U) return bits;
    if (rounding == Rounding::zero) return bits & ~0x1fffU;
    if (rounding == Rounding::nearest) return (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffU;
    return (bits + 0x1000) & ~0x1fffU;  // .rna
}

double to_whole(double value, Rounding rounding)
{
    switch (rounding) {
        case Rounding::to_int_zero:
        case Rounding::zero: return std::trunc(value);
        case Rounding::to_int_down:
        case Rounding::down: return std::floor(value);
        case Rounding::to_int_up:
        case Rounding::up: return std::ceil(value);
        default: return std::nearbyint(value);
    }
}

}  // namespace spillway::ptx
