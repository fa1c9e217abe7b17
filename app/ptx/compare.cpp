// setp, set, selp, slct.
#include <optional>
#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

struct Half {
    std::uint16_t bits;
};
struct Bfloat {
    std::uint16_t bits;
};
/// Operand of a comparison; a half becomes a float.
template <typename T>
auto compared(T value)
{
    if constexpr (std::is_same_v<T, Half>)
        return half_value(value.bits);
    else if constexpr (std::is_same_v<T, Bfloat>)
        return bfloat_value(value.bits);
    else
        return value;
}

/// With a constant `how`, the compiler keeps one comparison; it then makes vectors of a loop over the lanes.
template <typename T>
[[gnu::always_inline]] inline bool holds(Compare how, T a, T b)
{
    if constexpr (std::is_floating_point_v<T>) {
        const bool is_unordered = a != a || b != b;
        switch (how) {
            case Compare::eq: return a == b;
            case Compare::ne: return !is_unordered && a != b;
            case Compare::lt: return a < b;
            case Compare::le: return a <= b;
            case Compare::gt: return a > b;
            case Compare::ge: return a >= b;
            case Compare::equ: return is_unordered || a == b;
            case Compare::neu: return is_unordered || a != b;
            case Compare::ltu: return !(a >= b);
            case Compare::leu: return !(a > b);
            case Compare::gtu: return !(a <= b);
            case Compare::geu: return !(a < b);
            case Compare::num: return !is_unordered;
            default: return is_unordered;
        }
    } else {
        switch (how) {
            case Compare::eq: return a == b;
            case Compare::ne: return a != b;
            case Compare::lt: return a < b;
            case Compare::le: return a <= b;
            case Compare::gt: return a > b;
            default: return a >= b;
        }
    }
}

template <typename T>
[[gnu::always_inline]] inline Mask compare_lanes(const Warp& w, const Instruction& in, Compare how)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    std::uint8_t answers[lane_count];
    if constexpr (std::is_same_v<T, float>) {
        if (in.flushes) {
            SPILLWAY_EACH_LANE answers[i] = holds(how, flushed(a[i]), flushed(b[i]));
            return mask_of(answers);
        }
    }
    SPILLWAY_EACH_LANE answers[i] = holds(how, compared(a[i]), compared(b[i]));
    return mask_of(answers);
}

Mask joined(const Warp& w, const Instruction& in, Mask answer)
{
    if (in.join == Join::none) return answer;
    const Mask other = w.predicate(in.arguments[3]);
    if (in.join == Join::with_and) return answer & other;
    return in.join == Join::with_or ? answer | other : answer ^ other;
}

template <Compare How, typename T>
void set_predicate(Warp& w, const Instruction& in)
{
    const Mask answer = compare_lanes<T>(w, in, How);
    // The joined predicate may be the first result.
    const Mask first = joined(w, in, answer), second = joined(w, in, ~answer);
    w.set_predicate(in.arguments[0], first);
    if (in.arguments[max_arguments - 1].is_there()) w.set_predicate(in.arguments[max_arguments - 1], second);
}

/// The comparison without a sign in its name: "lt" for "lo". Empty if there is none for such operands.
std::optional<Compare> usual(Compare compare, bool is_real)
{
    switch (compare) {
        case Compare::lo: return is_real ? std::nullopt : std::optional(Compare::lt);
        case Compare::ls: return is_real ? std::nullopt : std::optional(Compare::le);
        case Compare::hi: return is_real ? std::nullopt : std::optional(Compare::gt);
        case Compare::hs: return is_real ? std::nullopt : std::optional(Compare::ge);
        case Compare::equ:
        case Compare::neu:
        case Compare::ltu:
        case Compare::leu:
        case Compare::gtu:
        case Compare::geu:
        case Compare::num:
        case Compare::nan: return is_real ? std::optional(compare) : std::nullopt;
        case Compare::none: return std::nullopt;
        default: return compare;
    }
}

/// A true result is all ones or, as a float, 1.0. Compilers rarely use `set`, so one handler serves all comparisons.
template <typename T>
void set_value(Warp& w, const Instruction& in)
{
    constexpr bool is_real = std::is_floating_point_v<decltype(compared(T{}))>;
    const Mask answer = joined(w, in, compare_lanes<T>(w, in, *usual(in.compare, is_real)));
    const std::uint32_t yes = in.type == Type::f32 ? 0x3f800000U : ~std::uint32_t{0};
    std::uint32_t made[lane_count];
    SPILLWAY_EACH_LANE made[i] = (answer & lane_bits[static_cast<std::size_t>(i)]) != 0 ? yes : 0;
    keep(w, w.values<std::uint32_t>(in.arguments[0]), made);
}

template <typename T>
Handler handler_of(const Instruction& in)
{
    constexpr bool is_real = std::is_floating_point_v<decltype(compared(T{}))>;
    const auto how = usual(in.compare, is_real);
    if (!how) return nullptr;
    if (in.op != Op::setp) return &set_value<T>;
#define SPILLWAY_COMPARE(name) \
    case Compare::name: return fastest<&set_predicate<Compare::name, T>>();
    switch (*how) {
        SPILLWAY_COMPARE(eq)
        SPILLWAY_COMPARE(ne)
        SPILLWAY_COMPARE(lt)
        SPILLWAY_COMPARE(le)
        SPILLWAY_COMPARE(gt)
        SPILLWAY_COMPARE(ge)
        default: break;
    }
    if constexpr (is_real) {
        switch (*how) {
            SPILLWAY_COMPARE(equ)
            SPILLWAY_COMPARE(neu)
            SPILLWAY_COMPARE(ltu)
            SPILLWAY_COMPARE(leu)
            SPILLWAY_COMPARE(gtu)
            SPILLWAY_COMPARE(geu)
            SPILLWAY_COMPARE(num)
            SPILLWAY_COMPARE(nan)
            default: break;
        }
    }
#undef SPILLWAY_COMPARE
    return nullptr;
}

Handler by_type(const Instruction& in, Type type)
{
    switch (type) {
        case Type::b16:
        case Type::u16: return handler_of<std::uint16_t>(in);
        case Type::s16: return handler_of<std::int16_t>(in);
        case Type::b32:
        case Type::u32: return handler_of<std::uint32_t>(in);
        case Type::s32: return handler_of<std::int32_t>(in);
        case Type::b64:
        case Type::u64: return handler_of<std::uint64_t>(in);
        case Type::s64: return handler_of<std::int64_t>(in);
        case Type::f16: return handler_of<Half>(in);
        case Type::bf16: return handler_of<Bfloat>(in);
        case Type::f32: return handler_of<float>(in);
        case Type::f64: return handler_of<double>(in);
        default: return nullptr;
    }
}

template <typename T>
void select(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    const Mask which = w.predicate(in.arguments[3]);
    T made[lane_count];
    SPILLWAY_EACH_LANE made[i] = (which & lane_bits[static_cast<std::size_t>(i)]) != 0 ? a[i] : b[i];
    keep(w, w.values<T>(in.arguments[0]), made);
}
template <typename T, typename By>
void select_by_sign(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    const By* c = w.values<By>(in.arguments[3]);
    T made[lane_count];
    SPILLWAY_EACH_LANE made[i] = c[i] >= 0 ? a[i] : b[i];
    keep(w, w.values<T>(in.arguments[0]), made);
}

Handler by_sign(const Instruction& in)
{
    const int width = bytes_of(in.type);
    const bool is_real = in.from == Type::f32;
    if (!is_real && in.from != Type::s32) return nullptr;
    if (width == 2)
        return is_real ? fastest<&select_by_sign<std::uint16_t, float>>()
                       : fastest<&select_by_sign<std::uint16_t, std::int32_t>>();
    if (width == 4)
        return is_real ? fastest<&select_by_sign<std::uint32_t, float>>()
                       : fastest<&select_by_sign<std::uint32_t, std::int32_t>>();
    if (width == 8)
        return is_real ? fastest<&select_by_sign<std::uint64_t, float>>()
                       : fastest<&select_by_sign<std::uint64_t, std::int32_t>>();
    return nullptr;
}

}  // namespace

Handler compare_handler(const Instruction& in)
{
    const bool joins = in.join != Join::none;
    if (in.op == Op::setp || in.op == Op::set) {
        const bool has_third = in.argument_count == 4;
        if (joins != has_third) return nullptr;
        if (in.op == Op::setp) return by_type(in, in.type);
        return bytes_of(in.type) == 4 && in.type != Type::f16x2 ? by_type(in, in.from) : nullptr;
    }
    if (in.op == Op::slct) return by_sign(in);
    switch (bytes_of(in.type)) {
        case 2: return fastest<&select<std::uint16_t>>();
        case 4: return in.type == Type::pred ? nullptr : fastest<&select<std::uint32_t>>();
        case 8: return fastest<&select<std::uint64_t>>();
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
