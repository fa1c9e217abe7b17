#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/catalogue/sample.h"

#include "app/catalogue/formula/parameter_values.h"

namespace spillway::catalogue {
namespace {

const model::Parameter& parameter(const std::string& name)
{
    static const model::Experiment experiment = sample::experiment();
    return *experiment.find_parameter(name);
}

TEST(ParseValue, numbers)
{
    EXPECT_EQ(*parse_value(parameter("size"), "32"), model::Value(std::int64_t{32}));
    EXPECT_EQ(*parse_value(parameter("size"), "0x20"), model::Value(std::int64_t{32}));
    for (const char* text :
         {"", "0", "65", "-1", "4k", "3.5", " 3", "3 ", "1e1", "0x", "99999999999999999999", "true"}) {
        const auto value = parse_value(parameter("size"), text);
        ASSERT_FALSE(value) << text;
        EXPECT_NE(value.error().advice.find("from 1 to 64"), std::string::npos) << value.error().line();
    }
}

TEST(ParseValue, choices_and_flags)
{
    EXPECT_EQ(*parse_value(parameter("element"), "pair"), model::Value(std::string("pair")));
    const auto wrong = parse_value(parameter("element"), "pear");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().advice.find("one of int, pair"), std::string::npos) << wrong.error().line();
    EXPECT_NE(wrong.error().advice.find("did you mean \"pair\""), std::string::npos) << wrong.error().line();
    EXPECT_EQ(*parse_value(parameter("sorted"), "true"), model::Value(true));
    EXPECT_EQ(*parse_value(parameter("sorted"), "0"), model::Value(false));
    EXPECT_FALSE(parse_value(parameter("sorted"), "maybe"));
}

TEST(ParseValue, none_is_a_word_for_zero)
{
    EXPECT_EQ(*parse_value(parameter("register_cap"), "none"), model::Value(std::int64_t{0}));
    EXPECT_EQ(*parse_value(parameter("register_cap"), "0"), model::Value(std::int64_t{0}));
    const auto wrong = parse_value(parameter("register_cap"), "5");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().advice.find("or 0 (none)"), std::string::npos) << wrong.error().line();
}

TEST(CheckValue, keeps_the_step)
{
    EXPECT_FALSE(check_value(parameter("block_size"), std::int64_t{96}));
    EXPECT_TRUE(check_value(parameter("block_size"), std::int64_t{100}));
    EXPECT_TRUE(check_value(parameter("block_size"), std::string("96")));
}

std::vector<std::int64_t> axis(const model::Parameter& of, int most)
{
    std::vector<std::int64_t> numbers;
    for (const model::Value& value : axis_values(of, most)) {
        EXPECT_FALSE(check_value(of, value)) << model::to_string(value);
        numbers.push_back(std::get<std::int64_t>(value));
    }
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

TEST(AxisValues, all_where_they_are_few)
{
    const auto numbers = axis(parameter("size"), 64);
    EXPECT_EQ(numbers.size(), 64u);
    EXPECT_EQ(numbers.front(), 1);
    EXPECT_EQ(numbers.back(), 64);
}

TEST(AxisValues, about_as_many_as_requested_with_both_ends)
{
    const auto numbers = axis(parameter("size"), 10);
    EXPECT_EQ(numbers.size(), 10u);
    EXPECT_EQ(numbers.front(), 1);
    EXPECT_EQ(numbers.back(), 64);
    EXPECT_EQ(axis(parameter("extra_shared_bytes"), 8).back(), 232448);
}

TEST(AxisValues, powers_of_two_where_the_scale_says_so)
{
    const auto numbers = axis(parameter("elements"), 64);
    EXPECT_EQ(numbers.front(), 0) << "allowed besides the range";
    EXPECT_EQ(numbers[1], 1);
    EXPECT_EQ(numbers[2], 2);
    EXPECT_EQ(numbers.back(), 4096);
    EXPECT_EQ(numbers.size(), 14u);
}

TEST(AxisValues, zero_for_none_comes_first)
{
    EXPECT_EQ(axis(parameter("register_cap"), 300).front(), 0);
    EXPECT_EQ(axis(parameter("register_cap"), 300).size(), 241u);
}

TEST(AxisValues, a_single_value_is_one_point)
{
    model::Parameter one;
    one.first = one.last = 5;
    EXPECT_EQ(axis(one, 10), std::vector<std::int64_t>{5});
}

TEST(NearestValue, rounds_and_stays_in_range)
{
    EXPECT_EQ(nearest_value(parameter("size"), 3.4), model::Value(std::int64_t{3}));
    EXPECT_EQ(nearest_value(parameter("size"), -1e300), model::Value(std::int64_t{1}));
    EXPECT_EQ(nearest_value(parameter("size"), 1e300), model::Value(std::int64_t{64}));
    EXPECT_EQ(nearest_value(parameter("block_size"), 100), model::Value(std::int64_t{96}));
    EXPECT_EQ(nearest_value(parameter("register_cap"), 7), model::Value(std::int64_t{0}));
    EXPECT_EQ(nearest_value(parameter("register_cap"), 9), model::Value(std::int64_t{16}));
    EXPECT_EQ(nearest_value(parameter("element"), 0.7), model::Value(std::string("pair")));
    EXPECT_EQ(nearest_value(parameter("sorted"), 0.2), model::Value(false));
    EXPECT_EQ(nearest_value(parameter("size"), std::nan("")), model::Value(std::int64_t{8}));
}

TEST(AxisPosition, is_the_inverse_of_nearest_value)
{
    for (const char* name : {"size", "element", "sorted", "block_size", "register_cap", "carveout"})
        for (const model::Value& value : axis_values(parameter(name), 1000))
            EXPECT_EQ(nearest_value(parameter(name), axis_position(parameter(name), value)), value);
}

}  // namespace
}  // namespace spillway::catalogue
