// 16-bit arithmetic: f16 and bf16, one or two in a word.
#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

using Bits = std::uint16_t;

struct Half {
    static double value(Bits bits) { return half_value(bits); }
    static Bits bits(double value) { return half_bits(value, Rounding::nearest); }
    static bool is_small(Bits bits) { return (bits & 0x7c00) == 0; }
};
struct Bfloat {
    static double value(Bits bits) { return bfloat_value(bits); }
    static Bits bits(double value) { return bfloat_bits(value, Rounding::nearest); }
    static bool is_small(Bits bits) { return (bits & 0x7f80) == 0; }
};

bool is_nan(double value)
{
    return value != value;
}

double extreme(double a, double b, bool is_min, bool keeps_nan)
{
    if (is_nan(a) || is_nan(b)) {
        if (keeps_nan) return std::numeric_limits<double>::quiet_NaN();
        return is_nan(a) ? b : a;
    }
    if (a == b) return std::signbit(a) == is_min ? a : b;
    return (a < b) == is_min ? a : b;
}

double value_of(const Instruction& in, double a, double b, double c)
{
    switch (in.op) {
        case Op::add: return odd_sum(a, b);
        case Op::sub: return odd_sum(a, -b);
        case Op::mul: return a * b;
        case Op::fma: return odd_sum(a * b, c);
        case Op::min: return extreme(a, b, true, in.is_nan_kept);
        case Op::max: return extreme(a, b, false, in.is_nan_kept);
        case Op::ex2: return std::exp2(a);
        case Op::tanh: return std::tanh(a);
        default: return a;
    }
}

template <typename Format>
Bits flushed_bits(Bits bits)
{
    return Format::is_small(bits) ? static_cast<Bits>(bits & 0x8000) : bits;
}

template <typename Format>
Bits one(const Instruction& in, Bits a, Bits b, Bits c)
{
    if (in.flushes) a = flushed_bits<Format>(a), b = flushed_bits<Format>(b), c = flushed_bits<Format>(c);
    if (in.op == Op::neg) return a ^ 0x8000;
    if (in.op == Op::abs) return a & 0x7fff;
    double value = value_of(in, Format::value(a), Format::value(b), Format::value(c));
    if (in.saturates) value = value > 1 ? 1 : value > 0 ? value : 0;  // -0 and NaN become 0
    if (in.is_relu && value < 0) value = 0;
    const Bits made = Format::bits(value);
    return in.flushes ? flushed_bits<Format>(made) : made;
}

int operands_of(Op op)
{
    switch (op) {
        case Op::add:
        case Op::sub:
        case Op::mul:
        case Op::min:
        case Op::max: return 2;
        case Op::fma: return 3;
        default: return 1;
    }
}

/// `Word` holds one number or two.
template <typename Format, typename Word>
void carry_out_half(Warp& w, const Instruction& in)
{
    const int operands = operands_of(in.op);
    const Word* a = w.values<Word>(in.arguments[1]);
    const Word* b = w.values<Word>(in.arguments[operands > 1 ? 2 : 1]);
    const Word* c = w.values<Word>(in.arguments[operands > 2 ? 3 : 1]);
    Word made[lane_count];
    for (int i = 0; i < lane_count; ++i) {
        std::uint32_t word = 0;
        for (unsigned part = 0; part < 8 * sizeof(Word); part += 16)
            word |= static_cast<std::uint32_t>(one<Format>(in, static_cast<Bits>(a[i] >> part),
                                                           static_cast<Bits>(b[i] >> part),
                                                           static_cast<Bits>(c[i] >> part)))
                    << part;
        made[i] = static_cast<Word>(word);
    }
    keep(w, w.values<Word>(in.arguments[0]), made);
}

}  // namespace

Handler half_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::min:
        case Op::max:
            if (in.argument_count != 3) return nullptr;
            break;
        case Op::add:
        case Op::sub:
        case Op::mul:
        case Op::fma:
        case Op::ex2:
        case Op::tanh:
        case Op::neg:
        case Op::abs: break;
        default: return nullptr;
    }
    if (in.rounding != Rounding::none && in.rounding != Rounding::nearest) return nullptr;
    switch (in.type) {
        case Type::f16: return &carry_out_half<Half, std::uint16_t>;
        case Type::f16x2: return &carry_out_half<Half, std::uint32_t>;
        case Type::bf16: return &carry_out_half<Bfloat, std::uint16_t>;
        case Type::bf16x2: return &carry_out_half<Bfloat, std::uint32_t>;
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
