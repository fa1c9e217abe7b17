#include "app/ptx/real_single.h"

#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

float saturated(float value)
{
    return value > 1 ? 1.0F : value > 0 ? value : 0.0F;  // -0 and NaN become 0
}

constexpr float min_normal = std::numeric_limits<float>::min();

/// True if `exact`, rounded to the 24 bits of single precision with any exponent, is below the normal numbers. .ftz
/// then makes it 0, even if rounding it as a subnormal gives the smallest normal number (an H100 and an H200 do so).
bool is_below_normal(double exact, Rounding rounding)
{
    constexpr double scale = 0x1p64;
    return std::abs(to_float(exact * scale, rounding)) < static_cast<float>(min_normal * scale);
}

// Single precision, rounded to nearest by the processor. `F` computes the result; with `Flushes`, its operands are
// flushed already.
template <bool Flushes, bool Saturates, int Operands, typename F>
void single(Warp& w, const Instruction& in)
{
    const float* a = w.values<float>(in.arguments[1]);
    const float* b = w.values<float>(in.arguments[Operands > 1 ? 2 : 1]);
    const float* c = w.values<float>(in.arguments[Operands > 2 ? 3 : 1]);
    const auto of_lane = [&](int i) {
        float x = a[i], y = b[i], z = c[i];
        if (Flushes) x = flushed(x), y = flushed(y), z = flushed(z);
        float value = F{}(x, y, z);
        if constexpr (Flushes && requires { F::exact(x, y, z, Rounding::nearest); })
            if (std::abs(value) == min_normal &&
                is_below_normal(F::exact(x, y, z, Rounding::nearest), Rounding::nearest))
                value = std::copysign(0.0F, value);
        if (Flushes) value = flushed(value);
        if (Saturates) value = saturated(value);
        return one_nan(value);
    };
    write_lanes(w, w.values<float>(in.arguments[0]), of_lane);
}

/// The two handlers of an operation, with and without .ftz. .sat is not part of it.
template <int Operands, typename F>
Handler single_handler(const Instruction& in, F)
{
    if (in.saturates) return nullptr;
    return in.flushes ? fastest<&single<true, false, Operands, F>>() : fastest<&single<false, false, Operands, F>>();
}

/// The same for an operation of the C library, of which a compiler makes no vectors.
template <typename F>
Handler library_handler(const Instruction& in, F)
{
    if (in.saturates) return nullptr;
    return in.flushes ? &single<true, false, 1, F> : &single<false, false, 1, F>;
}

/// The four handlers of an operation, with and without .ftz and .sat.
template <int Operands, typename F>
Handler saturating_handler(const Instruction& in, F f)
{
    if (!in.saturates) return single_handler<Operands>(in, f);
    return in.flushes ? fastest<&single<true, true, Operands, F>>() : fastest<&single<false, true, Operands, F>>();
}

/// The same with another rounding mode. Compilers rarely use one, so it is read when the instruction runs.
/// `Operation::exact` returns the exact value, or one in double precision that rounds to single precision as the exact
/// value does.
template <int Operands, typename Operation>
void directed_single(Warp& w, const Instruction& in)
{
    const float* a = w.values<float>(in.arguments[1]);
    const float* b = w.values<float>(in.arguments[Operands > 1 ? 2 : 1]);
    const float* c = w.values<float>(in.arguments[Operands > 2 ? 3 : 1]);
    const auto of_lane = [&](int i) {
        float x = a[i], y = b[i], z = c[i];
        if (in.flushes) x = flushed(x), y = flushed(y), z = flushed(z);
        const double exact = Operation::exact(x, y, z, in.rounding);
        float value = to_float(exact, in.rounding);
        if (in.flushes && std::abs(value) == min_normal && is_below_normal(exact, in.rounding))
            value = std::copysign(0.0F, value);
        if (in.flushes) value = flushed(value);
        if (in.saturates) value = saturated(value);
        return one_nan(value);
    };
    write_lanes(w, w.values<float>(in.arguments[0]), of_lane);
}

struct Add {
    static double exact(float a, float b, float, Rounding mode) { return with_zero_sign(odd_sum(a, b), a, b, mode); }
};
struct Sub {
    static double exact(float a, float b, float, Rounding mode) { return Add::exact(a, -b, 0, mode); }
};
struct Mul {
    static double exact(float a, float b, float, Rounding) { return static_cast<double>(a) * static_cast<double>(b); }
    float operator()(float a, float b, float) const { return a * b; }
};
struct FmaExact {
    static double exact(float a, float b, float c, Rounding mode)
    {
        const double product = static_cast<double>(a) * static_cast<double>(b);
        return with_zero_sign(odd_sum(product, c), product, c, mode);
    }
};
/// The product of two floats is exact in double precision, and the sum is rounded once.
struct Fma : FmaExact {
    float operator()(float a, float b, float c) const
    {
        const double product = static_cast<double>(a) * static_cast<double>(b), addend = c;
        const double sum = product + addend, part = sum - product;
        const double rest = (product - (sum - part)) + (addend - part);
        // Without a branch: rounds to odd if the sum is inexact.
        const auto bits = std::bit_cast<std::uint64_t>(sum);
        const bool is_rounded = rest != 0 && rest == rest && (bits & 1) == 0 && sum - sum == 0;
        const std::uint64_t step = (rest > 0) == (sum > 0) ? 1 : ~std::uint64_t{0};
        return static_cast<float>(std::bit_cast<double>(is_rounded && sum != 0 ? bits + step : bits));
    }
};
/// One instruction of a processor with wide vectors.
struct OneStepFma : FmaExact {
    float operator()(float a, float b, float c) const { return __builtin_fmaf(a, b, c); }
};
/// The last bits of a double-precision quotient or root are never a tie in single precision, and the remainder
/// shows on which side the exact value lies.
struct Divide {
    static double exact(float a, float b, float, Rounding)
    {
        const double quotient = static_cast<double>(a) / static_cast<double>(b);
        return to_odd(quotient, std::fma(-quotient, b, a) * (b > 0 ? 1.0 : -1.0));
    }
    float operator()(float a, float b, float) const { return a / b; }
};
struct Reciprocal {
    static double exact(float a, float, float, Rounding mode) { return Divide::exact(1.0F, a, 0, mode); }
    float operator()(float a, float, float) const { return 1.0F / a; }
};
struct RootExact {
    static double exact(float a, float, float, Rounding)
    {
        const double root = std::sqrt(static_cast<double>(a));
        return to_odd(root, std::fma(-root, root, a));
    }
};
/// To nearest, sums and roots need no exact value: no sum of normal numbers is rounded up to the smallest one.
struct PlainAdd {
    float operator()(float a, float b, float) const { return a + b; }
};
struct PlainSub {
    float operator()(float a, float b, float) const { return a - b; }
};
struct Root {
    float operator()(float a, float, float) const { return std::sqrt(a); }
};
struct ReciprocalRoot {
    float operator()(float a, float, float) const
    {
        return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a)));
    }
};
struct Sine {
    float operator()(float a, float, float) const { return static_cast<float>(std::sin(static_cast<double>(a))); }
};
struct Cosine {
    float operator()(float a, float, float) const { return static_cast<float>(std::cos(static_cast<double>(a))); }
};
struct Logarithm {
    float operator()(float a, float, float) const { return static_cast<float>(std::log2(static_cast<double>(a))); }
};
struct Power {
    float operator()(float a, float, float) const { return static_cast<float>(std::exp2(static_cast<double>(a))); }
};
struct Tangent {
    float operator()(float a, float, float) const { return static_cast<float>(std::tanh(static_cast<double>(a))); }
};
struct Negate {
    float operator()(float a, float, float) const { return -a; }
};
struct Absolute {
    float operator()(float a, float, float) const { return std::abs(a); }
};
template <bool IsMin>
struct ExtremeOf3 {
    float operator()(float a, float b, float c) const
    {
        return Extreme<float, IsMin, false>{}(Extreme<float, IsMin, false>{}(a, b), c);
    }
};

Handler extreme_handler(const Instruction& in)
{
    const bool is_min = in.op == Op::min;
    if (in.argument_count == 4)
        return is_min ? single_handler<3>(in, ExtremeOf3<true>{}) : single_handler<3>(in, ExtremeOf3<false>{});
    if (in.is_nan_kept)
        return is_min ? single_handler<2>(in, Extreme<float, true, true>{})
                      : single_handler<2>(in, Extreme<float, false, true>{});
    return is_min ? single_handler<2>(in, Extreme<float, true, false>{})
                  : single_handler<2>(in, Extreme<float, false, false>{});
}

Handler directed_handler(const Instruction& in)
{
    switch (in.op) {
        case Op::add: return &directed_single<2, Add>;
        case Op::sub: return &directed_single<2, Sub>;
        case Op::mul: return &directed_single<2, Mul>;
        case Op::mad:
        case Op::fma: return &directed_single<3, FmaExact>;
        case Op::div: return &directed_single<2, Divide>;
        case Op::rcp: return &directed_single<1, Reciprocal>;
        case Op::sqrt: return &directed_single<1, RootExact>;
        default: return nullptr;
    }
}

}  // namespace

Handler single_precision(const Instruction& in)
{
    const bool is_directed =
        in.rounding == Rounding::zero || in.rounding == Rounding::down || in.rounding == Rounding::up;
    if (!is_nearest(in))
        if (const Handler directed = directed_handler(in)) return is_directed ? directed : nullptr;
    switch (in.op) {
        case Op::add: return saturating_handler<2>(in, PlainAdd{});
        case Op::sub: return saturating_handler<2>(in, PlainSub{});
        case Op::mul: return saturating_handler<2>(in, Mul{});
        case Op::mad:
        case Op::fma:
            return has_wide_vectors() ? saturating_handler<3>(in, OneStepFma{}) : saturating_handler<3>(in, Fma{});
        case Op::div: return single_handler<2>(in, Divide{});
        case Op::rcp: return single_handler<1>(in, Reciprocal{});
        case Op::sqrt: return single_handler<1>(in, Root{});
        case Op::rsqrt: return single_handler<1>(in, ReciprocalRoot{});
        case Op::sin: return library_handler(in, Sine{});
        case Op::cos: return library_handler(in, Cosine{});
        case Op::lg2: return library_handler(in, Logarithm{});
        case Op::ex2: return library_handler(in, Power{});
        case Op::tanh: return library_handler(in, Tangent{});
        case Op::neg: return single_handler<1>(in, Negate{});
        case Op::abs: return single_handler<1>(in, Absolute{});
        case Op::min:
        case Op::max: return extreme_handler(in);
        default: return nullptr;
    }
}

}  // namespace spillway::ptx
