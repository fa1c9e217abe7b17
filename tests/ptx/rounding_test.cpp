// Directed rounding of double precision, compared with the processor's own: also of results and parts of sums that lie
// below the smallest normal number.
#include <cfenv>
#include <random>

#include <gtest/gtest.h>

#include "app/ptx/rounding.h"

namespace spillway {
namespace {

using ptx::Rounding;

/// Evaluates `f` with the processor in the given rounding mode.
template <typename F>
double in_mode(int mode, F f)
{
    std::fesetround(mode);
    volatile const double value = f();
    std::fesetround(FE_TONEAREST);
    return value;
}

/// Numbers of all sizes: normal, subnormal, few and many bits.
class Doubles {
public:
    double next()
    {
        const std::uint64_t kind = random_() % 4;
        std::uint64_t bits = random_() & 0x800fffffffffffffULL;
        if (kind == 0) bits &= 0x8000000000000fffULL;  // subnormal
        if (kind == 1) bits |= (random_() % 200) << 52;
        if (kind == 2) bits |= (900 + random_() % 200) << 52;
        if (kind == 3) bits |= (random_() % 2047) << 52;
        return std::bit_cast<double>(bits);
    }

private:
    std::mt19937_64 random_{7};
};

struct Mode {
    Rounding rounding;
    int processor;
};
constexpr Mode modes[] = {{Rounding::down, FE_DOWNWARD}, {Rounding::up, FE_UPWARD}, {Rounding::zero, FE_TOWARDZERO}};

std::string words(const char* name, double a, double b, double c)
{
    std::array<char, 120> text{};
    std::snprintf(text.data(), text.size(), "%s(%a, %a, %a)", name, a, b, c);
    return text.data();
}

TEST(DirectedRounding, MatchesTheProcessors)
{
    Doubles doubles;
    int compared = 0;
    for (int i = 0; i < 40000; ++i) {
        volatile const double a = doubles.next(), b = doubles.next(), c = doubles.next();
        const double product = a * b, sum = std::fma(a, b, c), quotient = a / b, root = std::sqrt(std::abs(a));
        for (const auto& [rounding, processor] : modes) {
            const auto expect_same = [&](const char* name, double nearest, double rest, double exact) {
                if (!std::isfinite(nearest) || nearest == 0) return;  // overflow and the zero's sign: see real.cpp
                ++compared;
                EXPECT_EQ(ptx::directed(nearest, rest, rounding), exact) << words(name, a, b, c);
            };
            expect_same("mul", product, ptx::sign_of_rest(a, b, 0, product), in_mode(processor, [&] { return a * b; }));
            expect_same("fma", sum, ptx::sign_of_rest(a, b, c, sum),
                        in_mode(processor, [&] { return std::fma(a, b, c); }));
            expect_same("div", quotient, ptx::sign_of_rest(-quotient, b, a, 0) * (b > 0 ? 1.0 : -1.0),
                        in_mode(processor, [&] { return a / b; }));
            volatile const double size = std::abs(a);
            expect_same("sqrt", root, ptx::sign_of_rest(-root, root, size, 0),
                        in_mode(processor, [&] { return std::sqrt(size); }));
        }
    }
    EXPECT_GT(compared, 100000);
}

}  // namespace
}  // namespace spillway
