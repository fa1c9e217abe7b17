// Logic, shifts and bit fields.
#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

using Word = std::uint32_t;

template <typename T>
void take_and(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return static_cast<T>(a & b); });
}
template <typename T>
void take_or(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return static_cast<T>(a | b); });
}
template <typename T>
void take_xor(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return static_cast<T>(a ^ b); });
}
template <typename T>
void take_not(Warp& w, const Instruction& in)
{
    carry_out_1<T>(w, in, [](T a) { return static_cast<T>(~a); });
}
template <typename T>
void take_cnot(Warp& w, const Instruction& in)
{
    carry_out_1<T>(w, in, [](T a) { return static_cast<T>(a == 0 ? 1 : 0); });
}

void predicate_logic(Warp& w, const Instruction& in)
{
    const Mask a = w.predicate(in.arguments[1]), b = w.predicate(in.arguments[2]);
    w.set_predicate(in.arguments[0], in.op == Op::logic_and ? a & b : in.op == Op::logic_or ? a | b : a ^ b);
}
void predicate_not(Warp& w, const Instruction& in)
{
    w.set_predicate(in.arguments[0], ~w.predicate(in.arguments[1]));
}

/// Shifts by a 32-bit amount. From the type's width on, only the sign is left.
template <typename T, typename F>
void carry_out_shift(Warp& w, const Instruction& in, F f)
{
    const T* a = w.values<T>(in.arguments[1]);
    const Word* b = w.values<Word>(in.arguments[2]);
    T made[lane_count];
    SPILLWAY_EACH_LANE made[i] = f(a[i], b[i]);
    keep(w, w.values<T>(in.arguments[0]), made);
}
template <typename T>
void shift_left(Warp& w, const Instruction& in)
{
    // Vector instructions shift 32-bit words by 32-bit words.
    using Wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, Word>;
    carry_out_shift<T>(w, in, [](T a, Word by) {
        return static_cast<T>(by >= 8 * sizeof(T) ? 0 : static_cast<Wide>(a) << (by & (8 * sizeof(Wide) - 1)));
    });
}
template <typename T>
void shift_right(Warp& w, const Instruction& in)
{
    using Narrow = std::conditional_t<std::is_signed_v<T>, std::int32_t, Word>;
    using Wide = std::conditional_t<sizeof(T) == 8, T, Narrow>;
    carry_out_shift<T>(w, in, [](T a, Word by) {
        constexpr Word width = 8 * sizeof(T);
        if constexpr (std::is_signed_v<T>)
            return static_cast<T>(static_cast<Wide>(a) >> std::min(by, width - 1));
        else
            return by >= width ? T{0} : static_cast<T>(static_cast<Wide>(a) >> (by & (8 * sizeof(Wide) - 1)));
    });
}
/// Shifts two words as one of 64 bits. Mode 1: to the right. `saturates`: amounts above 32 count as 32.
void funnel(Warp& w, const Instruction& in)
{
    const bool clamps = in.saturates, is_right = in.mode == 1;
    carry_out_3<Word>(w, in, [&](Word low, Word high, Word by) {
        const Word n = clamps ? std::min<Word>(by, 32) : by & 31;
        const std::uint64_t both = static_cast<std::uint64_t>(high) << 32 | low;
        return static_cast<Word>(is_right ? both >> n : both << n >> 32);
    });
}

Word lop3(Word a, Word b, Word c, Word table)
{
    Word made = 0;
    for (int row = 0; row < 8; ++row) {
        if ((table >> row & 1) == 0) continue;
        made |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
    }
    return made;
}
void logic_of_three(Warp& w, const Instruction& in)
{
    const Word table = w.values<Word>(in.arguments[4])[0];
    carry_out_3<Word>(w, in, [table](Word a, Word b, Word c) { return lop3(a, b, c, table); });
}

template <typename T, typename F>
void carry_out_to_word(Warp& w, const Instruction& in, F f)
{
    const T* a = w.values<T>(in.arguments[1]);
    Word made[lane_count];
    SPILLWAY_EACH_LANE made[i] = f(a[i]);
    keep(w, w.values<Word>(in.arguments[0]), made);
}
template <typename T>
void count_ones(Warp& w, const Instruction& in)
{
    carry_out_to_word<T>(w, in, [](T a) { return static_cast<Word>(std::popcount(a)); });
}
template <typename T>
void count_leading_zeros(Warp& w, const Instruction& in)
{
    carry_out_to_word<T>(w, in, [](T a) { return static_cast<Word>(std::countl_zero(a)); });
}
/// Position of the highest set bit; of a signed number, of the highest bit that differs from its sign.
template <typename T>
void find_first(Warp& w, const Instruction& in)
{
    const bool signs = is_signed(in.type), is_shift = in.mode == 1;
    carry_out_to_word<T>(w, in, [&](T a) {
        constexpr int width = 8 * sizeof(T);
        if (signs && (a >> (width - 1)) != 0) a = static_cast<T>(~a);
        if (a == 0) return ~Word{0};
        const int at = width - 1 - std::countl_zero(a);
        return static_cast<Word>(is_shift ? width - 1 - at : at);
    });
}
template <typename T>
void reverse(Warp& w, const Instruction& in)
{
    carry_out_1<T>(w, in, [](T a) {
        T made = 0;
        for (unsigned at = 0; at < 8 * sizeof(T); ++at) made = static_cast<T>(made << 1 | (a >> at & 1));
        return made;
    });
}

template <typename T>
T field(T a, Word position, Word length, bool signs)
{
    constexpr Word width = 8 * sizeof(T);
    // PTX does not define positions and lengths above 255: a GPU uses their low 8 bits for a 32-bit value, all bits for
    // a 64-bit value.
    const std::uint64_t from = width == 32 ? position & 255 : position, count = width == 32 ? length & 255 : length;
    const bool sign_is_set = signs && count > 0 && (a >> std::min<std::uint64_t>(from + count - 1, width - 1) & 1) != 0;
    T made = sign_is_set ? static_cast<T>(~T{0}) : T{0};
    for (std::uint64_t i = 0; i < count && from + i < width && i < width; ++i) {
        const T one = T{1} << i;
        made = (a >> (from + i) & 1) != 0 ? made | one : static_cast<T>(made & ~one);
    }
    return made;
}
template <typename T>
void take_field(Warp& w, const Instruction& in)
{
    const T* a = w.values<T>(in.arguments[1]);
    const Word *from = w.values<Word>(in.arguments[2]), *count = w.values<Word>(in.arguments[3]);
    const bool signs = is_signed(in.type);
    T made[lane_count];
    for (int i = 0; i < lane_count; ++i) made[i] = field(a[i], from[i], count[i], signs);
    keep(w, w.values<T>(in.arguments[0]), made);
}
template <typename T>
void insert_field(Warp& w, const Instruction& in)
{
    const T *a = w.values<T>(in.arguments[1]), *b = w.values<T>(in.arguments[2]);
    const Word *from = w.values<Word>(in.arguments[3]), *count = w.values<Word>(in.arguments[4]);
    T made[lane_count];
    SPILLWAY_EACH_LANE
    {
        constexpr Word width = 8 * sizeof(T);
        const Word at = from[i] & 255, length = std::min(count[i] & 255, width);
        const T all = length >= width ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
        const T mask = at >= width ? T{0} : static_cast<T>(all << at);
        made[i] = (b[i] & ~mask) | (at >= width ? T{0} : static_cast<T>(a[i] << at) & mask);
    }
    keep(w, w.values<T>(in.arguments[0]), made);
}

Word chosen_byte(std::uint64_t both, Word choice)
{
    const Word byte = static_cast<Word>(both >> 8 * (choice & 7)) & 0xff;
    if ((choice & 8) == 0) return byte;
    return (byte & 0x80) != 0 ? 0xff : 0;
}
/// The four choices of the modes f4e, b4e, rc8, ecl, ecr, rc16.
Word choices_of(int mode, Word selector)
{
    constexpr Word forward[4] = {0x3210, 0x4321, 0x5432, 0x6543}, back[4] = {0x5670, 0x6701, 0x7012, 0x0123},
                   same[4] = {0x0000, 0x1111, 0x2222, 0x3333}, left[4] = {0x3210, 0x3211, 0x3222, 0x3333},
                   right[4] = {0x0000, 0x1110, 0x2210, 0x3210}, pairs[4] = {0x1010, 0x3232, 0x1010, 0x3232};
    const Word at = selector & 3;
    switch (mode) {
        case 1: return forward[at];
        case 2: return back[at];
        case 3: return same[at];
        case 4: return left[at];
        case 5: return right[at];
        case 6: return pairs[at];
        default: return selector;
    }
}
void permute(Warp& w, const Instruction& in)
{
    const int mode = in.mode;
    carry_out_3<Word>(w, in, [mode](Word a, Word b, Word selector) {
        const std::uint64_t both = static_cast<std::uint64_t>(b) << 32 | a;
        const Word choices = choices_of(mode, selector);
        Word made = 0;
        for (int i = 0; i < 4; ++i) made |= chosen_byte(both, choices >> 4 * i & 15) << 8 * i;
        return made;
    });
}

void make_mask(Warp& w, const Instruction& in)
{
    const bool clamps = in.saturates;
    carry_out_2<Word>(w, in, [clamps](Word from, Word count) {
        if (!clamps) from &= 31, count &= 31;
        if (from >= 32 || count == 0) return Word{0};
        const Word ones = count >= 32 ? ~Word{0} : (Word{1} << count) - 1;
        return ones << from;
    });
}
void extend(Warp& w, const Instruction& in)
{
    const bool clamps = in.saturates, signs = is_signed(in.type);
    carry_out_2<Word>(w, in, [=](Word a, Word count) {
        if (!clamps) count &= 31;
        if (count >= 32) return a;
        if (count == 0) return Word{0};
        const Word cut = a & ((Word{1} << count) - 1);
        return signs && (cut >> (count - 1) & 1) != 0 ? cut | ~((Word{1} << count) - 1) : cut;
    });
}

/// Position of the n-th set bit from `base` upwards or, for a negative n, downwards.
Word nth_set(Word mask, Word base, std::int32_t n)
{
    if (n == 0) return base < 32 && (mask >> base & 1) != 0 ? base : ~Word{0};
    const int step = n > 0 ? 1 : -1;
    std::int64_t left = n > 0 ? n : -std::int64_t{n};
    for (auto at = static_cast<std::int64_t>(base); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) != 0 && --left == 0) return static_cast<Word>(at);
    return ~Word{0};
}
void find_nth(Warp& w, const Instruction& in)
{
    carry_out_3<Word>(w, in,
                      [](Word mask, Word base, Word n) { return nth_set(mask, base, static_cast<std::int32_t>(n)); });
}

#define SPILLWAY_BY_WIDTH(name)                             \
    [&]() -> Handler {                                      \
        switch (bytes_of(in.type)) {                        \
            case 2: return fastest<&name<std::uint16_t>>(); \
            case 4: return fastest<&name<std::uint32_t>>(); \
            case 8: return fastest<&name<std::uint64_t>>(); \
            default: return nullptr;                        \
        }                                                   \
    }()

Handler right_shift_handler(const Instruction& in)
{
    switch (in.type) {
        case Type::s16: return fastest<&shift_right<std::int16_t>>();
        case Type::s32: return fastest<&shift_right<std::int32_t>>();
        case Type::s64: return fastest<&shift_right<std::int64_t>>();
        default: return SPILLWAY_BY_WIDTH(shift_right);
    }
}

}  // namespace

Handler bit_handler(const Instruction& in)
{
    const bool is_large = bytes_of(in.type) == 8;
    if (in.type == Type::pred) {
        if (in.op == Op::logic_and || in.op == Op::logic_or || in.op == Op::logic_xor)
            return fastest<&predicate_logic>();
        return in.op == Op::logic_not ? fastest<&predicate_not>() : nullptr;
    }
    if (!is_integer(in.type) || bytes_of(in.type) < 2) return nullptr;
    switch (in.op) {
        case Op::logic_and: return SPILLWAY_BY_WIDTH(take_and);
        case Op::logic_or: return SPILLWAY_BY_WIDTH(take_or);
        case Op::logic_xor: return SPILLWAY_BY_WIDTH(take_xor);
        case Op::logic_not: return SPILLWAY_BY_WIDTH(take_not);
        case Op::cnot: return SPILLWAY_BY_WIDTH(take_cnot);
        case Op::shl: return SPILLWAY_BY_WIDTH(shift_left);
        case Op::shr: return right_shift_handler(in);
        default: break;
    }
    if (bytes_of(in.type) < 4) return nullptr;
    switch (in.op) {
        case Op::shf: return is_large ? nullptr : fastest<&funnel>();
        case Op::lop3: return is_large ? nullptr : fastest<&logic_of_three>();
        case Op::popc: return is_large ? fastest<&count_ones<std::uint64_t>>() : fastest<&count_ones<Word>>();
        case Op::clz:
            return is_large ? fastest<&count_leading_zeros<std::uint64_t>>() : fastest<&count_leading_zeros<Word>>();
        case Op::bfind: return is_large ? fastest<&find_first<std::uint64_t>>() : fastest<&find_first<Word>>();
        case Op::brev: return is_large ? fastest<&reverse<std::uint64_t>>() : fastest<&reverse<Word>>();
        case Op::bfe: return is_large ? fastest<&take_field<std::uint64_t>>() : fastest<&take_field<Word>>();
        case Op::bfi: return is_large ? fastest<&insert_field<std::uint64_t>>() : fastest<&insert_field<Word>>();
        case Op::prmt: return is_large ? nullptr : fastest<&permute>();
        case Op::bmsk: return is_large ? nullptr : fastest<&make_mask>();
        case Op::szext: return is_large ? nullptr : fastest<&extend>();
        case Op::fns: return is_large ? nullptr : fastest<&find_nth>();
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
