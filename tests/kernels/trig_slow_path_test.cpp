#include <cmath>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace trig_slow_path_cu {
#include "trig_slow_path.h"
}

namespace spillway::kernels {
namespace {

std::vector<double> expected(const std::vector<float>& input, int terms, float scale, int huge_lanes)
{
    std::vector<double> output;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const float x = static_cast<int>(i % 32) < huge_lanes ? input[i] * scale : input[i];
        double sum = 0;
        for (int k = 1; k <= terms; ++k) sum += std::sin(static_cast<double>(static_cast<float>(k) * x));
        output.push_back(sum);
    }
    return output;
}

template <int Terms>
void check(int n, int exponent, int huge_lanes)
{
    std::vector<float> input;
    for (int i = 0; i < n; ++i) input.push_back((number(i, 20000) - 10000) / 10000.0f);
    const float scale = std::ldexp(1.0f, exponent);
    const std::vector<double> wanted = expected(input, Terms, scale, huge_lanes);
    const model::Values values{{"terms", std::int64_t{Terms}},
                               {"exponent", std::int64_t{exponent}},
                               {"huge_lanes", std::int64_t{huge_lanes}},
                               {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        const model::Job made = job("trig_slow_path", variant, values);
        std::vector<float> output(input.size(), -100);
        launch(made, [&] { kernel(input.data(), output.data(), n, scale, huge_lanes); });
        for (int i = 0; i < n; ++i)
            ASSERT_NEAR(output[i], wanted[i], experiment("trig_slow_path").reference.absolute_tolerance)
                << variant << ", exponent " << exponent << ", argument " << input[i];
    };
    run("sinf", trig_slow_path_cu::trig_slow_path_sinf<Terms>);
    run("sin", trig_slow_path_cu::trig_slow_path_sin<Terms>);
    run("intrinsic", trig_slow_path_cu::trig_slow_path_intrinsic<Terms>);
    run("reduced", trig_slow_path_cu::trig_slow_path_reduced<Terms>);
    run("reference", trig_slow_path_cu::trig_slow_path_sin<Terms>);
}

TEST(TrigSlowPath, small_arguments_at_edge_sizes)
{
    for (const int n : {0, 1, 31, 32, 33, 257}) check<4>(n, 0, 32);
}
TEST(TrigSlowPath, the_reduction_by_hand_holds_for_huge_arguments)
{
    for (int exponent = 1; exponent <= 60; ++exponent) check<4>(256, exponent, 32);
}
TEST(TrigSlowPath, some_lanes_are_huge)
{
    for (const int lanes : {0, 1, 17, 32}) check<16>(256, 20, lanes);
}

}  // namespace
}  // namespace spillway::kernels
