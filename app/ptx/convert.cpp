// cvt: from each type to each.
#include <limits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

__extension__ using Large = __int128;  ///< holds every 64-bit integer, signed or unsigned

bool is_real(Type type)
{
    return type == Type::f16 || type == Type::bf16 || type == Type::f32 || type == Type::f64;
}

std::uint64_t low_bits(std::uint64_t value, int bytes)
{
    return bytes >= 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

Large integer_of(std::uint64_t bits, Type type)
{
    const int width = 8 * bytes_of(type);
    const std::uint64_t cut = low_bits(bits, bytes_of(type));
    if (!is_signed(type)) return cut;
    const int unused = 64 - width;
    return static_cast<std::int64_t>(cut << unused) >> unused;
}
double real_of(std::uint64_t bits, Type type, bool flushes)
{
    switch (type) {
        case Type::f16: return half_value(static_cast<std::uint16_t>(bits));
        case Type::bf16: return bfloat_value(static_cast<std::uint16_t>(bits));
        case Type::f64: return std::bit_cast<double>(bits);
        default: break;
    }
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return flushes ? flushed(value) : value;
}

/// `rest`: the exact value minus `value`.
std::uint64_t bits_of_real(double value, double rest, const Instruction& in)
{
    if (in.saturates) value = value > 1 ? 1 : value > 0 ? value : 0;  // -0 and NaN become 0
    if (in.is_relu && !(value > 0)) value = value != value ? value : 0;
    switch (in.type) {
        case Type::f64: return std::bit_cast<std::uint64_t>(directed(value, rest, in.rounding));
        case Type::f16: return half_bits(to_odd(value, rest), in.rounding);
        case Type::bf16: return bfloat_bits(to_odd(value, rest), in.rounding);
        default: break;
    }
    float made = to_float(to_odd(value, rest), in.rounding);
    if (in.flushes) made = flushed(made);
    if (made != made && in.from == Type::f64) return std::bit_cast<std::uint32_t>(made);  // sign and payload stay
    return std::bit_cast<std::uint32_t>(one_nan(made));
}

std::uint64_t whole_to_real(Large whole, const Instruction& in)
{
    const auto nearest = static_cast<double>(whole);
    const auto rest = static_cast<double>(whole - static_cast<Large>(nearest));
    return bits_of_real(nearest, rest, in);
}

Large min_of(Type type)
{
    return is_signed(type) ? -(Large{1} << (8 * bytes_of(type) - 1)) : Large{0};
}
Large max_of(Type type)
{
    return (Large{1} << (8 * bytes_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}
/// Sign- or zero-extends to the bits of the register beyond the type.
std::uint64_t extended(Large whole, Type type)
{
    return static_cast<std::uint64_t>(integer_of(static_cast<std::uint64_t>(whole), type));
}
std::uint64_t clamped(Large whole, Type type)
{
    return extended(std::min(std::max(whole, min_of(type)), max_of(type)), type);
}

/// Clamps to the type's range. NaN becomes the highest bit alone if either type has 64 bits, else 0.
std::uint64_t real_to_whole(double value, const Instruction& in)
{
    if (value != value) {
        const bool is_wide = bytes_of(in.type) == 8 || in.from == Type::f64;
        return is_wide ? extended(Large{1} << (8 * bytes_of(in.type) - 1), in.type) : 0;
    }
    const double whole = to_whole(value, in.rounding);
    if (whole >= 0x1p64) return clamped(max_of(in.type), in.type);
    if (whole <= -0x1p64) return clamped(min_of(in.type), in.type);
    return clamped(static_cast<Large>(whole), in.type);
}

bool rounds_to_whole(Rounding rounding)
{
    return rounding >= Rounding::to_int_nearest;
}

std::uint64_t converted(std::uint64_t bits, const Instruction& in)
{
    const bool to_real = is_real(in.type), from_real = is_real(in.from);
    if (!from_real) {
        const Large whole = integer_of(bits, in.from);
        if (to_real) return whole_to_real(whole, in);
        return in.saturates ? clamped(whole, in.type) : extended(whole, in.type);
    }
    double value = real_of(bits, in.from, in.flushes);
    if (!to_real) return real_to_whole(value, in);
    if (rounds_to_whole(in.rounding)) value = to_whole(value, in.rounding);
    return bits_of_real(value, 0, in);
}

void convert(Warp& w, const Instruction& in)
{
    for (int lane = 0; lane < lane_count; ++lane)
        if (has(w.lanes, lane))
            write_wide(w, in.arguments[0], lane, converted(read_wide(w, in.arguments[1], lane), in));
}

// Frequent conversions: all lanes at once.
template <typename To, typename From>
void convert_plainly(Warp& w, const Instruction& in)
{
    const From* from = w.values<From>(in.arguments[1]);
    To made[lane_count];
    SPILLWAY_EACH_LANE made[i] = static_cast<To>(from[i]);
    keep(w, w.values<To>(in.arguments[0]), made);
}

/// Two floats to two halves: the first becomes the upper.
void convert_pair(Warp& w, const Instruction& in)
{
    const float *high = w.values<float>(in.arguments[1]), *low = w.values<float>(in.arguments[2]);
    const bool is_half = in.type == Type::f16x2;
    const auto one = [&](float value) -> std::uint32_t {
        if (in.flushes) value = flushed(value);
        if (in.is_relu && value < 0) value = 0;
        if (in.saturates) value = value != value ? 0.0F : std::min(std::max(value, 0.0F), 1.0F);
        return is_half ? half_bits(value, in.rounding) : bfloat_bits(value, in.rounding);
    };
    std::uint32_t made[lane_count];
    for (int i = 0; i < lane_count; ++i) made[i] = one(high[i]) << 16 | one(low[i]);
    keep(w, w.values<std::uint32_t>(in.arguments[0]), made);
}

void convert_to_tf32(Warp& w, const Instruction& in)
{
    const float* from = w.values<float>(in.arguments[1]);
    std::uint32_t made[lane_count];
    for (int i = 0; i < lane_count; ++i) made[i] = tf32_bits(from[i], in.rounding);
    keep(w, w.values<std::uint32_t>(in.arguments[0]), made);
}

Handler plain_handler(const Instruction& in)
{
    const bool fits = in.arguments[0].width == bytes_of(in.type) && in.arguments[1].width == bytes_of(in.from);
    if (!fits || in.saturates || in.flushes || in.is_relu) return nullptr;
    const bool is_nearest = in.rounding == Rounding::nearest;
    const auto is = [&](Type to, Type from) { return in.type == to && in.from == from; };
    if (is(Type::s64, Type::s32)) return fastest<&convert_plainly<std::int64_t, std::int32_t>>();
    if (is(Type::u64, Type::u32) || is(Type::s64, Type::u32))
        return fastest<&convert_plainly<std::uint64_t, std::uint32_t>>();
    if (is(Type::u32, Type::u64) || is(Type::s32, Type::s64) || is(Type::u32, Type::s64))
        return fastest<&convert_plainly<std::uint32_t, std::uint64_t>>();
    if (is(Type::u32, Type::u16)) return fastest<&convert_plainly<std::uint32_t, std::uint16_t>>();
    if (is(Type::s32, Type::s16)) return fastest<&convert_plainly<std::int32_t, std::int16_t>>();
    if (is(Type::u16, Type::u32)) return fastest<&convert_plainly<std::uint16_t, std::uint32_t>>();
    if (is(Type::f32, Type::s32) && is_nearest) return fastest<&convert_plainly<float, std::int32_t>>();
    if (is(Type::f32, Type::u32) && is_nearest) return fastest<&convert_plainly<float, std::uint32_t>>();
    return nullptr;
}

bool is_narrow_pair(Type type)
{
    return type == Type::f16x2 || type == Type::bf16x2;
}

}  // namespace

Handler convert_handler(const Instruction& in)
{
    const Argument &to = in.arguments[0], &from = in.arguments[1];
    if (to.kind != Argument::Kind::values || from.kind != Argument::Kind::values || in.third != Type::none)
        return nullptr;
    if (is_narrow_pair(in.type)) {
        const bool fits = in.from == Type::f32 && in.argument_count == 3 && to.width == 4 && from.width == 4 &&
                          in.arguments[2].width == 4 && in.arguments[2].kind == Argument::Kind::values;
        return fits ? fastest<&convert_pair>() : nullptr;
    }
    if (in.argument_count != 2) return nullptr;
    if (in.type == Type::tf32)
        return in.from == Type::f32 && to.width == 4 && from.width == 4 ? fastest<&convert_to_tf32>() : nullptr;
    const bool is_known = (is_real(in.type) || is_integer(in.type)) && (is_real(in.from) || is_integer(in.from));
    if (!is_known || to.width < bytes_of(in.type) || from.width < bytes_of(in.from) || to.width > 8 || from.width > 8)
        return nullptr;
    if (const Handler plain = plain_handler(in)) return plain;
    return fastest<&convert>();
}

}  // namespace spillway::ptx
