#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/catalogue/sample.h"

#include "app/catalogue/formula/formula.h"

namespace spillway::catalogue {
namespace {

double value_of(const std::string& formula, const model::Values& values = {}, const model::Gpu* gpu = nullptr)
{
    const auto value = evaluate(formula, sample::experiment(), values, gpu);
    EXPECT_TRUE(value) << formula << ": " << value.error().line();
    return value ? *value : -1e300;
}

TEST(Formula, arithmetic_and_functions)
{
    EXPECT_EQ(value_of("2 + 3 * 4"), 14);
    EXPECT_EQ(value_of("7 % 4"), 3);
    EXPECT_EQ(value_of("mod(7, 4)"), 3);
    EXPECT_EQ(value_of("1 + 7 % 4"), 4) << "% binds like *";
    EXPECT_EQ(value_of("ceil_div(1000, 256)"), 4);
    EXPECT_EQ(value_of("ceil_div(1024, 256)"), 4);
    EXPECT_EQ(value_of("ceil_div(0, 256)"), 0);
    EXPECT_EQ(value_of("pow2(10)"), 1024);
    EXPECT_EQ(value_of("2 ^ 10"), 1024);
    EXPECT_EQ(value_of("min(3, 2) + max(3, 2, 9)"), 11);
    EXPECT_EQ(value_of("ceil(1.2) + floor(1.8) + round(1.5)"), 5);
    EXPECT_EQ(value_of("3 > 2 ? 10 : 20"), 10);
    EXPECT_EQ(value_of("1 == 1 && !(2 < 1)"), 1);
    EXPECT_EQ(value_of("9007199254740991"), 9007199254740991.0);
    EXPECT_EQ(value_of("9007199254740990 + 1"), 9007199254740991.0);
}

TEST(Formula, names_are_parameters_knobs_and_limits)
{
    const model::Gpu gpu = sample::gpu();
    EXPECT_EQ(value_of("size"), 8);
    EXPECT_EQ(value_of("size * block_size", {{"size", std::int64_t{3}}}), 3 * 256);
    EXPECT_EQ(value_of("element"), 4);
    EXPECT_EQ(value_of("element + 0", {{"element", std::string("pair")}}), 8);
    EXPECT_EQ(value_of("sorted ? 5 : 6", {{"sorted", true}}), 5);
    EXPECT_EQ(value_of("gpu_sm_count * 2", {}, &gpu), 264);
}

TEST(Formula, extra_names_may_hold_a_dot)
{
    const auto value = evaluate("plain.stack_frame_bytes == 4 * size", sample::experiment(), {}, nullptr,
                                {{"plain.stack_frame_bytes", 32}});
    ASSERT_TRUE(value) << value.error().line();
    EXPECT_EQ(*value, 1);
}

TEST(Formula, errors_say_which_formula_and_what)
{
    for (const char* formula : {"", "size +", "siez * 2", "size)", "((((", "1, 2", "\"text\"", "1/0", "size = 3",
                                "gpu_sm_count", "min()", "unknown(3)", "0/0", "size size", "#", "a.b"}) {
        const auto value = evaluate(formula, sample::experiment(), {}, nullptr);
        ASSERT_FALSE(value) << formula << " gave " << *value;
        EXPECT_NE(value.error().what.find(formula), std::string::npos) << value.error().what;
    }
    const auto value = evaluate("siez * 2", sample::experiment(), {}, nullptr);
    EXPECT_NE(value.error().advice.find("size"), std::string::npos) << value.error().line();
}

TEST(Formula, names_of_one_evaluation_are_gone_in_the_next)
{
    EXPECT_TRUE(evaluate("x + 1", sample::experiment(), {}, nullptr, {{"x", 1}}));
    EXPECT_FALSE(evaluate("x + 1", sample::experiment(), {}, nullptr));
}

TEST(Formula, a_cached_formula_follows_its_names)
{
    const auto with = [](double x) { return evaluate("x / 3 * 3 + 1", sample::experiment(), {}, nullptr, {{"x", x}}); };
    for (const double x : {1.0, 2.5, 1e15, -7.0}) {
        ASSERT_TRUE(with(x));
        EXPECT_EQ(*with(x), x / 3 * 3 + 1);
    }
    EXPECT_FALSE(evaluate("1 / x", sample::experiment(), {}, nullptr, {{"x", 0}}));
    EXPECT_EQ(*evaluate("1 / x", sample::experiment(), {}, nullptr, {{"x", 2}}), 0.5);
    EXPECT_FALSE(evaluate("1 / x", sample::experiment(), {}, nullptr, {{"x", 0}})) << "not the earlier result";
    EXPECT_EQ(*evaluate("y + x", sample::experiment(), {}, nullptr, {{"x", 2}, {"y", 5}}), 7);
    EXPECT_EQ(*evaluate("y + x", sample::experiment(), {}, nullptr, {{"y", 50}, {"x", 1}}), 51);
    EXPECT_FALSE(evaluate("x = 3", sample::experiment(), {}, nullptr, {{"x", 1}})) << "a formula cannot assign";
}

TEST(Formula, threads_do_not_disturb_each_other)
{
    const model::Experiment experiment = sample::experiment();
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 500; ++i) {
                const auto value = evaluate("size * 2 + x", experiment, {}, nullptr, {{"x", t * 1000.0 + i}});
                if (!value || *value != 16 + t * 1000 + i) ++wrong;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace spillway::catalogue
