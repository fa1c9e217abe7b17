// Arithmetic with integers.
#include <limits>
#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

/// Twice as wide.
template <typename T>
struct WideOf;
template <>
struct WideOf<std::uint16_t> {
    using Type = std::uint32_t;
};
template <>
struct WideOf<std::int16_t> {
    using Type = std::int32_t;
};
template <>
struct WideOf<std::uint32_t> {
    using Type = std::uint64_t;
};
template <>
struct WideOf<std::int32_t> {
    using Type = std::int64_t;
};
__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;
template <>
struct WideOf<std::uint64_t> {
    using Type = Unsigned128;
};
template <>
struct WideOf<std::int64_t> {
    using Type = Signed128;
};
template <typename T>
using Wide = typename WideOf<T>::Type;

template <typename T>
T sum(T a, T b)
{
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}
template <typename T>
T difference(T a, T b)
{
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}
template <typename T>
T product(T a, T b)
{
    // Two unsigned shorts are promoted to int, which their product may overflow.
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
template <>
std::int32_t product(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}
template <>
std::uint32_t product(std::uint32_t a, std::uint32_t b)
{
    return a * b;
}
template <typename T>
T high_product(T a, T b)
{
    return static_cast<T>(static_cast<Wide<T>>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> (8 * sizeof(T)));
}
template <typename T>
T saturated(Wide<T> value)
{
    if (value > static_cast<Wide<T>>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    if (value < static_cast<Wide<T>>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    return static_cast<T>(value);
}
template <typename T>
T quotient(T a, T b)
{
    if (b == 0) return static_cast<T>(~Unsigned<T>{0});  // as on an H200; PTX does not define it
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return difference(T{0}, a);
    return static_cast<T>(a / b);
}
template <typename T>
T remainder(T a, T b)
{
    if (b == 0) return static_cast<T>(~Unsigned<T>{0});  // as on an H200, in each width
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
}
template <typename T>
T absolute(T a)
{
    return a < 0 ? difference(T{0}, a) : a;
}

template <typename T>
void add(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return sum(a, b); });
}
template <typename T>
void sub(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return difference(a, b); });
}
void add_saturated(Warp& w, const Instruction& in)
{
    using T = std::int32_t;
    carry_out_2<T>(w, in, [](T a, T b) { return saturated<T>(Wide<T>{a} + b); });
}
void sub_saturated(Warp& w, const Instruction& in)
{
    using T = std::int32_t;
    carry_out_2<T>(w, in, [](T a, T b) { return saturated<T>(Wide<T>{a} - b); });
}
template <typename T>
void multiply(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return product(a, b); });
}
template <typename T>
void multiply_high(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return high_product(a, b); });
}
template <typename T>
void multiply_wide(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    Wide<T> made[lane_count];
    SPILLWAY_EACH_LANE made[i] = static_cast<Wide<T>>(a[i]) * static_cast<Wide<T>>(b[i]);
    keep(w, w.values<Wide<T>>(in.arguments[0]), made);
}
template <typename T>
void multiply_add(Warp& w, const Instruction& in)
{
    carry_out_3<T>(w, in, [](T a, T b, T c) { return sum(product(a, b), c); });
}
template <typename T>
void multiply_high_add(Warp& w, const Instruction& in)
{
    carry_out_3<T>(w, in, [](T a, T b, T c) { return sum(high_product(a, b), c); });
}
void multiply_high_add_saturated(Warp& w, const Instruction& in)
{
    using T = std::int32_t;
    carry_out_3<T>(w, in, [](T a, T b, T c) { return saturated<T>(Wide<T>{high_product(a, b)} + c); });
}
template <typename T>
void multiply_wide_add(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    const auto* c = w.values<Wide<T>>(in.arguments[3]);
    Wide<T> made[lane_count];
    SPILLWAY_EACH_LANE made[i] = sum<Wide<T>>(static_cast<Wide<T>>(a[i]) * static_cast<Wide<T>>(b[i]), c[i]);
    keep(w, w.values<Wide<T>>(in.arguments[0]), made);
}
template <typename T>
void divide(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return quotient(a, b); });
}
template <typename T>
void take_remainder(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return remainder(a, b); });
}
template <typename T>
void smaller(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return a < b ? a : b; });
}
template <typename T>
void larger(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return a > b ? a : b; });
}
template <typename T>
void smaller_not_negative(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return std::max<T>(0, a < b ? a : b); });
}
template <typename T>
void larger_not_negative(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return std::max<T>(0, a > b ? a : b); });
}
template <typename T>
void make_absolute(Warp& w, const Instruction& in)
{
    carry_out_1<T>(w, in, [](T a) { return absolute(a); });
}
template <typename T>
void negate(Warp& w, const Instruction& in)
{
    carry_out_1<T>(w, in, [](T a) { return difference(T{0}, a); });
}
template <typename T>
void add_distance(Warp& w, const Instruction& in)
{
    carry_out_3<T>(w, in, [](T a, T b, T c) { return sum(c, a < b ? difference(b, a) : difference(a, b)); });
}

// Two 16-bit values in 32 bits.
template <typename T, typename F>
void carry_out_halves(Warp& w, const Instruction& in, F f)
{
    const auto half = [](std::uint32_t word, int which) { return static_cast<T>(word >> 16 * which); };
    carry_out_2<std::uint32_t>(w, in, [&](std::uint32_t a, std::uint32_t b) {
        const auto low = static_cast<std::uint16_t>(f(half(a, 0), half(b, 0)));
        const auto high = static_cast<std::uint16_t>(f(half(a, 1), half(b, 1)));
        return low | static_cast<std::uint32_t>(high) << 16;
    });
}
void add_halves(Warp& w, const Instruction& in)
{
    carry_out_halves<std::uint16_t>(w, in, [](auto a, auto b) { return sum(a, b); });
}
template <typename T>
void smaller_halves(Warp& w, const Instruction& in)
{
    carry_out_halves<T>(w, in, [](T a, T b) { return a < b ? a : b; });
}
template <typename T>
void larger_halves(Warp& w, const Instruction& in)
{
    carry_out_halves<T>(w, in, [](T a, T b) { return a > b ? a : b; });
}
void smaller_halves_not_negative(Warp& w, const Instruction& in)
{
    using T = std::int16_t;
    carry_out_halves<T>(w, in, [](T a, T b) { return std::max<T>(0, a < b ? a : b); });
}
void larger_halves_not_negative(Warp& w, const Instruction& in)
{
    using T = std::int16_t;
    carry_out_halves<T>(w, in, [](T a, T b) { return std::max<T>(0, a > b ? a : b); });
}

// With a carry: add.cc, addc, sub.cc, subc, mad.cc, madc.
template <typename T>
void add_carry(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    T made[lane_count];
    Mask carry = 0;
    for (int i = 0; i < lane_count; ++i) {
        const bool is_in = in.op == Op::addc && has(w.carry, i);
        const Unsigned128 all = Unsigned128{a[i]} + b[i] + (is_in ? 1 : 0);
        made[i] = static_cast<T>(all);
        if ((all >> (8 * sizeof(T))) != 0) carry |= bit(i);
    }
    if (in.sets_carry) w.carry = (w.carry & ~w.lanes) | (carry & w.lanes);
    keep(w, w.values<T>(in.arguments[0]), made);
}
/// The carry flag means a borrow.
template <typename T>
void sub_borrow(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    T made[lane_count];
    Mask borrow = 0;
    for (int i = 0; i < lane_count; ++i) {
        const Unsigned128 taken = Unsigned128{b[i]} + (in.op == Op::subc && has(w.carry, i) ? 1 : 0);
        made[i] = static_cast<T>(a[i] - static_cast<T>(taken));
        if (Unsigned128{a[i]} < taken) borrow |= bit(i);
    }
    if (in.sets_carry) w.carry = (w.carry & ~w.lanes) | (borrow & w.lanes);
    keep(w, w.values<T>(in.arguments[0]), made);
}
template <typename T, typename Of>
void multiply_add_carry(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]), *c = w.values<T>(in.arguments[3]);
    T made[lane_count];
    Mask carry = 0;
    for (int i = 0; i < lane_count; ++i) {
        const auto x = static_cast<Of>(a[i]), y = static_cast<Of>(b[i]);
        const T part = in.product == Product::high ? static_cast<T>(high_product<Of>(x, y)) : product<T>(a[i], b[i]);
        const Unsigned128 all = Unsigned128{part} + c[i] + (in.op == Op::madc && has(w.carry, i) ? 1 : 0);
        made[i] = static_cast<T>(all);
        if ((all >> (8 * sizeof(T))) != 0) carry |= bit(i);
    }
    if (in.sets_carry) w.carry = (w.carry & ~w.lanes) | (carry & w.lanes);
    keep(w, w.values<T>(in.arguments[0]), made);
}

template <typename T>
T low_24(T a)
{
    if constexpr (std::is_signed_v<T>) return static_cast<T>(static_cast<std::uint32_t>(a) << 8) >> 8;
    return a & 0xffffff;
}
template <typename T>
T product_24(T a, T b, Product part)
{
    const auto all = static_cast<Wide<T>>(low_24(a)) * static_cast<Wide<T>>(low_24(b));
    return static_cast<T>(part == Product::high ? all >> 16 : all);
}
template <typename T>
void multiply_24(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [part = in.product](T a, T b) { return product_24(a, b, part); });
}
template <typename T>
void multiply_add_24(Warp& w, const Instruction& in)
{
    carry_out_3<T>(w, in, [part = in.product](T a, T b, T c) { return sum(product_24(a, b, part), c); });
}

void multiply_add_24_saturated(Warp& w, const Instruction& in)
{
    using T = std::int32_t;
    carry_out_3<T>(w, in, [](T a, T b, T c) { return saturated<T>(Wide<T>{product_24(a, b, Product::high)} + c); });
}

/// Four products of bytes, summed.
template <typename A, typename B>
void dot_4(Warp& w, const Instruction& in)
{
    carry_out_3<std::uint32_t>(w, in, [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        for (int part = 0; part < 32; part += 8)
            c += static_cast<std::uint32_t>(static_cast<int>(static_cast<A>(a >> part)) *
                                            static_cast<int>(static_cast<B>(b >> part)));
        return c;
    });
}

/// Handler made from the template `name` for an integer type of 16, 32 or 64 bits; null for another type.
#define SPILLWAY_BY_TYPE(name, type)                                \
    [&]() -> Handler {                                              \
        switch (type) {                                             \
            case Type::u16: return fastest<&name<std::uint16_t>>(); \
            case Type::s16: return fastest<&name<std::int16_t>>();  \
            case Type::u32: return fastest<&name<std::uint32_t>>(); \
            case Type::s32: return fastest<&name<std::int32_t>>();  \
            case Type::u64: return fastest<&name<std::uint64_t>>(); \
            case Type::s64: return fastest<&name<std::int64_t>>();  \
            default: return nullptr;                                \
        }                                                           \
    }()

Handler carry_handler(const Instruction& in)
{
    const bool is_wide = bytes_of(in.type) == 8;
    if (bytes_of(in.type) < 4) return nullptr;
    if (in.op == Op::add || in.op == Op::addc)
        return is_wide ? fastest<&add_carry<std::uint64_t>>() : fastest<&add_carry<std::uint32_t>>();
    if (in.op == Op::sub || in.op == Op::subc)
        return is_wide ? fastest<&sub_borrow<std::uint64_t>>() : fastest<&sub_borrow<std::uint32_t>>();
    if (in.product == Product::wide) return nullptr;
    if (is_signed(in.type))
        return is_wide ? fastest<&multiply_add_carry<std::uint64_t, std::int64_t>>()
                       : fastest<&multiply_add_carry<std::uint32_t, std::int32_t>>();
    return is_wide ? fastest<&multiply_add_carry<std::uint64_t, std::uint64_t>>()
                   : fastest<&multiply_add_carry<std::uint32_t, std::uint32_t>>();
}

Handler product_handler(const Instruction& in)
{
    const bool adds = in.op == Op::mad;
    if (in.product == Product::low)
        return adds ? SPILLWAY_BY_TYPE(multiply_add, in.type) : SPILLWAY_BY_TYPE(multiply, in.type);
    if (in.product == Product::high && in.saturates)
        return in.type == Type::s32 && adds ? fastest<&multiply_high_add_saturated>() : nullptr;
    if (in.product == Product::high)
        return adds ? SPILLWAY_BY_TYPE(multiply_high_add, in.type) : SPILLWAY_BY_TYPE(multiply_high, in.type);
    switch (in.type) {
        case Type::u16:
            return adds ? fastest<&multiply_wide_add<std::uint16_t>>() : fastest<&multiply_wide<std::uint16_t>>();
        case Type::s16:
            return adds ? fastest<&multiply_wide_add<std::int16_t>>() : fastest<&multiply_wide<std::int16_t>>();
        case Type::u32:
            return adds ? fastest<&multiply_wide_add<std::uint32_t>>() : fastest<&multiply_wide<std::uint32_t>>();
        case Type::s32:
            return adds ? fastest<&multiply_wide_add<std::int32_t>>() : fastest<&multiply_wide<std::int32_t>>();
        default: return nullptr;
    }
}

Handler halves_handler(const Instruction& in)
{
    const bool signs = in.type == Type::s16x2;
    if (in.is_relu) {
        if (!signs || (in.op != Op::min && in.op != Op::max)) return nullptr;
        return in.op == Op::min ? fastest<&smaller_halves_not_negative>() : fastest<&larger_halves_not_negative>();
    }
    if (in.op == Op::add) return fastest<&add_halves>();
    if (in.op == Op::min)
        return signs ? fastest<&smaller_halves<std::int16_t>>() : fastest<&smaller_halves<std::uint16_t>>();
    if (in.op == Op::max)
        return signs ? fastest<&larger_halves<std::int16_t>>() : fastest<&larger_halves<std::uint16_t>>();
    return nullptr;
}

Handler dot_handler(const Instruction& in)
{
    const bool a = in.type == Type::s32, b = in.from == Type::s32;
    if (in.op != Op::dp4a || (in.from != Type::s32 && in.from != Type::u32)) return nullptr;
    if (a) return b ? fastest<&dot_4<std::int8_t, std::int8_t>>() : fastest<&dot_4<std::int8_t, std::uint8_t>>();
    return b ? fastest<&dot_4<std::uint8_t, std::int8_t>>() : fastest<&dot_4<std::uint8_t, std::uint8_t>>();
}

}  // namespace

Handler integer_handler(const Instruction& in)
{
    if (in.type == Type::u16x2 || in.type == Type::s16x2) return halves_handler(in);
    if (in.sets_carry || in.op == Op::addc || in.op == Op::subc || in.op == Op::madc) return carry_handler(in);
    switch (in.op) {
        case Op::add:
            if (in.saturates) return in.type == Type::s32 ? fastest<&add_saturated>() : nullptr;
            return SPILLWAY_BY_TYPE(add, in.type);
        case Op::sub:
            if (in.saturates) return in.type == Type::s32 ? fastest<&sub_saturated>() : nullptr;
            return SPILLWAY_BY_TYPE(sub, in.type);
        case Op::mul:
        case Op::mad: return product_handler(in);
        case Op::mul24:
            return in.type == Type::s32   ? fastest<&multiply_24<std::int32_t>>()
                   : in.type == Type::u32 ? fastest<&multiply_24<std::uint32_t>>()
                                          : nullptr;
        case Op::mad24:
            if (in.saturates)
                return in.type == Type::s32 && in.product == Product::high ? fastest<&multiply_add_24_saturated>()
                                                                           : nullptr;
            return in.type == Type::s32   ? fastest<&multiply_add_24<std::int32_t>>()
                   : in.type == Type::u32 ? fastest<&multiply_add_24<std::uint32_t>>()
                                          : nullptr;
        case Op::div: return SPILLWAY_BY_TYPE(divide, in.type);
        case Op::rem: return SPILLWAY_BY_TYPE(take_remainder, in.type);
        case Op::min:
            return in.is_relu ? SPILLWAY_BY_TYPE(smaller_not_negative, in.type) : SPILLWAY_BY_TYPE(smaller, in.type);
        case Op::max:
            return in.is_relu ? SPILLWAY_BY_TYPE(larger_not_negative, in.type) : SPILLWAY_BY_TYPE(larger, in.type);
        case Op::abs: return SPILLWAY_BY_TYPE(make_absolute, in.type);
        case Op::neg: return SPILLWAY_BY_TYPE(negate, in.type);
        case Op::sad: return SPILLWAY_BY_TYPE(add_distance, in.type);
        case Op::dp4a: return dot_handler(in);
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
