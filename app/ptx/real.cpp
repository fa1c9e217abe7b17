// Arithmetic in single and double precision.
#include <type_traits>

#include "app/ptx/fastest.h"
#include "app/ptx/handlers.h"
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

// Single precision. `F` computes the result; with `Flushes`, its operands are flushed already.
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
        if constexpr (Flushes && requires { F::exact(x, y, z); })
            if (std::abs(value) == min_normal && is_below_normal(F::exact(x, y, z), F::mode))
                value = std::copysign(0.0F, value);
        if (Flushes) value = flushed(value);
        if (Saturates) value = saturated(value);
        return one_nan(value);
    };
    write_lanes(w, w.values<float>(in.arguments[0]), of_lane);
}

/// The four handlers of an operation, with and without .ftz and .sat.
template <int Operands, typename F>
Handler single_handler(const Instruction& in, F)
{
    if (in.flushes)
        return in.saturates ? fastest<&single<true, true, Operands, F>>()
                            : fastest<&single<true, false, Operands, F>>();
    return in.saturates ? fastest<&single<false, true, Operands, F>>() : fastest<&single<false, false, Operands, F>>();
}

struct Add {
    float operator()(float a, float b, float) const { return a + b; }
};
struct Sub {
    float operator()(float a, float b, float) const { return a - b; }
};
/// An operation with a rounding mode. `Operation::exact` returns the exact value, or one in double precision that
/// rounds to single precision as the exact value does.
template <typename Operation, Rounding Mode>
struct Directed {
    static constexpr Rounding mode = Mode;
    float operator()(float a, float b, float c) const { return to_float(Operation::exact(a, b, c), Mode); }
};
template <Rounding Mode>
struct RoundedAdd : Directed<RoundedAdd<Mode>, Mode> {
    static double exact(float a, float b, float) { return with_zero_sign(odd_sum(a, b), a, b, Mode); }
};
template <Rounding Mode>
struct RoundedSub : Directed<RoundedSub<Mode>, Mode> {
    static double exact(float a, float b, float) { return RoundedAdd<Mode>::exact(a, -b, 0); }
};
template <Rounding Mode>
struct RoundedMul : Directed<RoundedMul<Mode>, Mode> {
    static double exact(float a, float b, float) { return static_cast<double>(a) * static_cast<double>(b); }
};
template <Rounding Mode>
struct RoundedFma : Directed<RoundedFma<Mode>, Mode> {
    static double exact(float a, float b, float c)
    {
        const double product = static_cast<double>(a) * static_cast<double>(b);
        return with_zero_sign(odd_sum(product, c), product, c, Mode);
    }
};
/// The last bits of a double-precision quotient or root are never a tie in single precision, and the remainder
/// shows on which side the exact value lies.
template <Rounding Mode>
struct RoundedDivide : Directed<RoundedDivide<Mode>, Mode> {
    static double exact(float a, float b, float)
    {
        const double quotient = static_cast<double>(a) / static_cast<double>(b);
        return to_odd(quotient, std::fma(-quotient, b, a) * (b > 0 ? 1.0 : -1.0));
    }
};
template <Rounding Mode>
struct RoundedReciprocal : Directed<RoundedReciprocal<Mode>, Mode> {
    static double exact(float a, float, float) { return RoundedDivide<Mode>::exact(1.0F, a, 0); }
};
template <Rounding Mode>
struct RoundedRoot : Directed<RoundedRoot<Mode>, Mode> {
    static double exact(float a, float, float)
    {
        const double root = std::sqrt(static_cast<double>(a));
        return to_odd(root, std::fma(-root, root, a));
    }
};
/// An operation with the exact value of `Operation`, but rounded by the processor.
template <typename Operation>
struct Nearest {
    static constexpr Rounding mode = Rounding::nearest;
    static double exact(float a, float b, float c) { return Operation::exact(a, b, c); }
};
struct Mul : Nearest<RoundedMul<Rounding::nearest>> {
    float operator()(float a, float b, float) const { return a * b; }
};
/// The product of two floats is exact in double precision, and the sum is rounded once.
struct Fma : Nearest<RoundedFma<Rounding::nearest>> {
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
struct OneStepFma : Nearest<RoundedFma<Rounding::nearest>> {
    float operator()(float a, float b, float c) const { return __builtin_fmaf(a, b, c); }
};
struct Divide : Nearest<RoundedDivide<Rounding::nearest>> {
    float operator()(float a, float b, float) const { return a / b; }
};
struct Reciprocal : Nearest<RoundedReciprocal<Rounding::nearest>> {
    float operator()(float a, float, float) const { return 1.0F / a; }
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
/// If one operand is NaN, the result is the other, or NaN with `KeepsNan`; -0 is less than 0.
template <typename T, bool IsMin, bool KeepsNan>
struct Extreme {
    T operator()(T a, T b, T = 0) const
    {
        if (a != a || b != b) {
            if (KeepsNan) return std::numeric_limits<T>::quiet_NaN();
            return a != a ? b : a;
        }
        if (a == b) return std::signbit(a) == IsMin ? a : b;
        return (a < b) == IsMin ? a : b;
    }
};
template <bool IsMin>
struct ExtremeOf3 {
    float operator()(float a, float b, float c) const
    {
        return Extreme<float, IsMin, false>{}(Extreme<float, IsMin, false>{}(a, b), c);
    }
};

/// The handler with the rounding mode as a template argument.
#define SPILLWAY_ROUNDED(count, name)                                                    \
    (in.rounding == Rounding::zero   ? single_handler<count>(in, name<Rounding::zero>{}) \
     : in.rounding == Rounding::down ? single_handler<count>(in, name<Rounding::down>{}) \
     : in.rounding == Rounding::up   ? single_handler<count>(in, name<Rounding::up>{})   \
                                     : nullptr)

bool is_nearest(const Instruction& in)
{
    return in.rounding == Rounding::none || in.rounding == Rounding::nearest;
}

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

Handler single_precision(const Instruction& in)
{
    switch (in.op) {
        case Op::add: return is_nearest(in) ? single_handler<2>(in, Add{}) : SPILLWAY_ROUNDED(2, RoundedAdd);
        case Op::sub: return is_nearest(in) ? single_handler<2>(in, Sub{}) : SPILLWAY_ROUNDED(2, RoundedSub);
        case Op::mul: return is_nearest(in) ? single_handler<2>(in, Mul{}) : SPILLWAY_ROUNDED(2, RoundedMul);
        case Op::mad:
        case Op::fma:
            if (!is_nearest(in)) return SPILLWAY_ROUNDED(3, RoundedFma);
            return has_wide_vectors() ? single_handler<3>(in, OneStepFma{}) : single_handler<3>(in, Fma{});
        case Op::div: return is_nearest(in) ? single_handler<2>(in, Divide{}) : SPILLWAY_ROUNDED(2, RoundedDivide);
        case Op::rcp:
            return is_nearest(in) ? single_handler<1>(in, Reciprocal{}) : SPILLWAY_ROUNDED(1, RoundedReciprocal);
        case Op::sqrt: return is_nearest(in) ? single_handler<1>(in, Root{}) : SPILLWAY_ROUNDED(1, RoundedRoot);
        case Op::rsqrt: return single_handler<1>(in, ReciprocalRoot{});
        case Op::sin: return single_handler<1>(in, Sine{});
        case Op::cos: return single_handler<1>(in, Cosine{});
        case Op::lg2: return single_handler<1>(in, Logarithm{});
        case Op::ex2: return single_handler<1>(in, Power{});
        case Op::tanh: return single_handler<1>(in, Tangent{});
        case Op::neg: return single_handler<1>(in, Negate{});
        case Op::abs: return single_handler<1>(in, Absolute{});
        case Op::min:
        case Op::max: return extreme_handler(in);
        default: return nullptr;
    }
}

// Double precision. A NaN operand becomes the result, as a quiet NaN: a before c before b, like an H100 in most cases.
double with_nan(double value, double a, double b, double c)
{
    if (value == value) return value;
    const double one = a != a ? a : c != c ? c : b;
    return std::bit_cast<double>(one != one ? std::bit_cast<std::uint64_t>(one) | 0x0008000000000000ULL
                                            : 0xfff8000000000000ULL);
}
template <int Operands, typename F>
void carry_out_double(Warp& w, const Instruction& in, F f)
{
    const double* a = w.values<double>(in.arguments[1]);
    const double* b = w.values<double>(in.arguments[Operands > 1 ? 2 : 1]);
    const double* c = w.values<double>(in.arguments[Operands > 2 ? 3 : 1]);
    double made[lane_count];
    SPILLWAY_EACH_LANE made[i] = with_nan(f(a[i], b[i], c[i]), a[i], b[i], Operands > 2 ? c[i] : 0);
    keep(w, w.values<double>(in.arguments[0]), made);
}

double add_rounded(double a, double b, Rounding rounding)
{
    const double sum = a + b, part = sum - a;
    return with_zero_sign(directed(sum, (a - (sum - part)) + (b - part), rounding), a, b, rounding);
}
double multiply_rounded(double a, double b, Rounding rounding)
{
    const double nearest = a * b;
    return std::isfinite(nearest) ? directed(nearest, sign_of_rest(a, b, 0, nearest), rounding) : nearest;
}
double fma_rounded(double a, double b, double c, Rounding rounding)
{
    const double nearest = std::fma(a, b, c);
    if (!std::isfinite(nearest)) return nearest;
    const double rest = sign_of_rest(a, b, c, nearest);
    return rest == 0 ? with_zero_sign(nearest, a * b, c, rounding) : directed(nearest, rest, rounding);
}
double divide_rounded(double a, double b, Rounding rounding)
{
    const double quotient = a / b;
    if (!std::isfinite(quotient) || !std::isfinite(b)) return quotient;
    return directed(quotient, sign_of_rest(-quotient, b, a, 0) * (b > 0 ? 1.0 : -1.0), rounding);
}
double root_rounded(double a, Rounding rounding)
{
    const double root = std::sqrt(a);
    return std::isfinite(root) ? directed(root, sign_of_rest(-root, root, a, 0), rounding) : root;
}

/// `f` rounds a finite result. An infinite result of finite operands is an overflow, except for a division by zero.
template <int Operands, typename F>
void carry_out_rounded(Warp& w, const Instruction& in, F f)
{
    carry_out_double<Operands>(w, in, [&](double a, double b, double c) {
        const double value = f(a, b, c);
        const bool is_too_large =
            std::isinf(value) && std::isfinite(a) && std::isfinite(b) && (Operands < 3 || std::isfinite(c));
        const bool divides_by_zero = (in.op == Op::div && b == 0) || (in.op == Op::rcp && a == 0);
        return is_too_large && !divides_by_zero ? overflowed(value, in.rounding) : value;
    });
}

void double_rounded(Warp& w, const Instruction& in)
{
    const Rounding mode = in.rounding;
    switch (in.op) {
        case Op::add:
            return carry_out_rounded<2>(w, in, [=](double a, double b, double) { return add_rounded(a, b, mode); });
        case Op::sub:
            return carry_out_rounded<2>(w, in, [=](double a, double b, double) { return add_rounded(a, -b, mode); });
        case Op::mul:
            return carry_out_rounded<2>(w, in,
                                        [=](double a, double b, double) { return multiply_rounded(a, b, mode); });
        case Op::div:
            return carry_out_rounded<2>(w, in, [=](double a, double b, double) { return divide_rounded(a, b, mode); });
        case Op::rcp:
            return carry_out_rounded<1>(w, in, [=](double a, double, double) { return divide_rounded(1, a, mode); });
        case Op::sqrt:
            return carry_out_rounded<1>(w, in, [=](double a, double, double) { return root_rounded(a, mode); });
        default:
            return carry_out_rounded<3>(w, in,
                                        [=](double a, double b, double c) { return fma_rounded(a, b, c, mode); });
    }
}

#define SPILLWAY_DOUBLE(count, expression)                                         \
    +[](Warp& w, const Instruction& instruction) {                                 \
        carry_out_double<count>(w, instruction, [](double a, double b, double c) { \
            static_cast<void>(b), static_cast<void>(c);                            \
            return expression;                                                     \
        });                                                                        \
    }

Handler double_precision(const Instruction& in)
{
    const bool rounds = in.op == Op::add || in.op == Op::sub || in.op == Op::mul || in.op == Op::fma ||
                        in.op == Op::mad || in.op == Op::div || in.op == Op::rcp || in.op == Op::sqrt;
    if (in.saturates) return nullptr;
    if (!is_nearest(in)) return rounds ? &double_rounded : nullptr;
    switch (in.op) {
        case Op::add: return SPILLWAY_DOUBLE(2, a + b);
        case Op::sub: return SPILLWAY_DOUBLE(2, a - b);
        case Op::mul: return SPILLWAY_DOUBLE(2, a * b);
        case Op::mad:
        case Op::fma: return SPILLWAY_DOUBLE(3, std::fma(a, b, c));
        case Op::div: return SPILLWAY_DOUBLE(2, a / b);
        case Op::rcp: return SPILLWAY_DOUBLE(1, 1 / a);
        case Op::sqrt: return SPILLWAY_DOUBLE(1, std::sqrt(a));
        case Op::rsqrt: return SPILLWAY_DOUBLE(1, 1 / std::sqrt(a));
        case Op::neg: return SPILLWAY_DOUBLE(1, -a);
        case Op::abs: return SPILLWAY_DOUBLE(1, std::abs(a));
        case Op::min: return SPILLWAY_DOUBLE(2, (Extreme<double, true, false>{}(a, b)));
        case Op::max: return SPILLWAY_DOUBLE(2, (Extreme<double, false, false>{}(a, b)));
        default: return nullptr;
    }
}

template <typename T>
void copy_sign(Warp& w, const Instruction& in)
{
    carry_out_2<T>(w, in, [](T a, T b) { return std::copysign(b, a); });
}

template <typename T>
bool holds(int test, T value)
{
    switch (test) {
        case 0: return std::isfinite(value);
        case 1: return std::isinf(value);
        case 2: return !std::isnan(value);
        case 3: return std::isnan(value);
        case 4: return std::isnormal(value);
        default: return std::fpclassify(value) == FP_SUBNORMAL;
    }
}
template <typename T>
void test_property(Warp& w, const Instruction& in)
{
    const T* a = w.values<T>(in.arguments[1]);
    Mask made = 0;
    for (int i = 0; i < lane_count; ++i)
        if (holds(in.mode, a[i])) made |= bit(i);
    w.set_predicate(in.arguments[0], made);
}

}  // namespace

Handler real_handler(const Instruction& in)
{
    const bool is_double = in.type == Type::f64;
    if (in.type != Type::f32 && !is_double) return nullptr;
    if (in.op == Op::testp) return is_double ? &test_property<double> : &test_property<float>;
    if (in.op == Op::copysign) return is_double ? &copy_sign<double> : &copy_sign<float>;
    return is_double ? double_precision(in) : single_precision(in);
}

}  // namespace spillway::ptx
