#include "app/teaching/warp_values.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <variant>

#include "app/ptx/rounding.h"

namespace spillway::teaching {
namespace {

using ptx::Mask;
using ptx::Register;
using ptx::Type;

std::string warp_real_text(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string warp_hex_text(std::uint64_t bits, int bytes)
{
    char text[24];
    std::snprintf(text, sizeof text, "%0*llx", 2 * bytes, static_cast<unsigned long long>(bits));
    return text;
}

std::uint64_t lane_bits_of(const Register& one, const std::byte* values, int lane)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, values + one.width * lane, std::min<std::size_t>(one.width, 8));
    return bits;
}

/// Whether the bits are an address in a buffer of the launch.
bool is_in_buffer(std::uint64_t bits)
{
    const std::uint64_t stretch = bits >> ptx::stretch_bits;
    return stretch >= ptx::first_buffer_stretch && stretch < ptx::first_buffer_stretch + 256;
}

bool is_unsigned(Type type)
{
    return type == Type::u8 || type == Type::u16 || type == Type::u32 || type == Type::u64;
}

using Value = std::variant<double, std::int64_t, std::uint64_t>;

/// The value by its type; an address in a buffer as a whole; without a type, the number that `base` makes of the bits.
Value value_of(const Register& one, const std::byte* values, int lane, NumberBase base)
{
    if (one.width == 0) {
        Mask all = 0;
        std::memcpy(&all, values, sizeof all);
        return std::uint64_t{all >> lane & 1U};
    }
    const std::uint64_t bits = lane_bits_of(one, values, lane);
    if (one.width >= 8 && is_in_buffer(bits)) return bits;
    switch (one.type) {
        case Type::f32: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case Type::f64: return std::bit_cast<double>(bits);
        case Type::f16: return static_cast<double>(ptx::half_value(static_cast<std::uint16_t>(bits)));
        case Type::bf16: return static_cast<double>(ptx::bfloat_value(static_cast<std::uint16_t>(bits)));
        case Type::s8: return std::int64_t{static_cast<std::int8_t>(bits)};
        case Type::s16: return std::int64_t{static_cast<std::int16_t>(bits)};
        case Type::s32: return std::int64_t{static_cast<std::int32_t>(bits)};
        case Type::s64: return static_cast<std::int64_t>(bits);
        default: break;
    }
    if (is_unsigned(one.type) || base != NumberBase::signed_decimal) return bits;
    return one.width >= 8 ? static_cast<std::int64_t>(bits) : std::int64_t{static_cast<std::int32_t>(bits)};
}

}  // namespace

NumberBase base_of_row(const Register& one, const std::byte* values)
{
    constexpr std::int64_t least_negative = -(std::int64_t{1} << 20);
    const std::uint64_t least_pattern = one.width >= 8 ? std::uint64_t{1} << 40 : std::uint64_t{1} << 31;
    NumberBase base = NumberBase::decimal;
    for (int lane = 0; lane < ptx::lane_count && one.width >= 4; ++lane) {
        const std::uint64_t bits = lane_bits_of(one, values, lane);
        if (bits < least_pattern || (one.width >= 8 && is_in_buffer(bits))) continue;
        const std::int64_t number = one.width >= 8 ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(bits);
        if (number >= 0 || number < least_negative) return NumberBase::hexadecimal;
        base = NumberBase::signed_decimal;
    }
    return base;
}

double warp_value_number(const Register& one, const std::byte* values, int lane, NumberBase base)
{
    return std::visit([](auto held) { return static_cast<double>(held); }, value_of(one, values, lane, base));
}

std::string warp_value_text(const Register& one, const std::byte* values, int lane, NumberBase base)
{
    const Value value = value_of(one, values, lane, base);
    if (const auto* real = std::get_if<double>(&value)) return warp_real_text(*real);
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    const auto bits = std::get<std::uint64_t>(value);
    if (one.width >= 8 && is_in_buffer(bits)) {  // a pointer: its offset in the buffer
        const auto beyond = static_cast<std::int64_t>(
            bits -
            ptx::buffer_address(static_cast<std::size_t>((bits >> ptx::stretch_bits) - ptx::first_buffer_stretch)));
        return (beyond < 0 ? "" : "+") + std::to_string(beyond);
    }
    if (one.width == 0 || is_unsigned(one.type) || base == NumberBase::decimal) return std::to_string(bits);
    return warp_hex_text(bits, static_cast<int>(std::min<std::size_t>(one.width, 8)));
}

}  // namespace spillway::teaching
