// Arithmetic in double precision; testp and copysign of both precisions.
#include <type_traits>

#include "app/ptx/handlers.h"
#include "app/ptx/real_single.h"
#include "app/ptx/rounding.h"
#include "app/ptx/warp.h"

namespace spillway::ptx {
namespace {

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
        case 4: return std::isnormal(value) || value == 0;
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
