#include "app/teaching/parameter_steps.h"

#include <limits>

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

using model::Parameter;
using model::Value;
using Integer = std::int64_t;

Parameter range(Integer first, Integer last, Integer step = 1)
{
    Parameter parameter;
    parameter.first = first;
    parameter.last = last;
    parameter.step = step;
    return parameter;
}

Parameter cap_knob()
{
    Parameter parameter = range(16, 255);
    parameter.extra_values = {0};
    parameter.zero_label = "none";
    return parameter;
}

Parameter elements()
{
    Parameter parameter = range(1, Integer{1} << 28);
    parameter.extra_values = {0};
    parameter.scale = model::Scale::power_of_two;
    return parameter;
}

Parameter choice()
{
    Parameter parameter;
    parameter.kind = model::ParameterKind::choice;
    for (const char* name : {"char", "short", "int"}) {
        model::Choice one;
        one.name = name;
        parameter.choices.push_back(one);
    }
    return parameter;
}

/// Doublings with points between them, where something happens.
TEST(ParameterSteps, ADoublingSliderStopsAtTheValuesBetweenToo)
{
    Parameter parameter = range(1, 64);
    parameter.scale = model::Scale::power_of_two;
    parameter.extra_values = {24, 20};
    std::vector<Value> stops;
    for (Value value = lowest_value(parameter);; value = stepped_value(parameter, value, 1)) {
        stops.push_back(value);
        EXPECT_EQ(value_at_fraction(parameter, slider_fraction(parameter, value)), value) << model::to_string(value);
        if (value == highest_value(parameter)) break;
    }
    EXPECT_EQ(stops, (std::vector<Value>{Integer{1}, Integer{2}, Integer{4}, Integer{8}, Integer{16}, Integer{20},
                                         Integer{24}, Integer{32}, Integer{64}}));
    EXPECT_EQ(stepped_value(parameter, Integer{24}, -1), Value(Integer{20}));
}

TEST(ParameterSteps, EveryValueIsReachedByItsPlaceOnTheSlider)
{
    for (const Parameter& parameter : {range(1, 128), range(32, 1024, 32), cap_knob(), range(0, 232448, 1024)})
        for (Value value = lowest_value(parameter);; value = stepped_value(parameter, value, 1)) {
            EXPECT_EQ(value_at_fraction(parameter, slider_fraction(parameter, value)), value)
                << model::to_string(value);
            if (value == highest_value(parameter)) break;
        }
}

TEST(ParameterSteps, NoneLiesLeftOfTheRange)
{
    const Parameter cap = cap_knob();
    EXPECT_EQ(lowest_value(cap), Value(Integer{0}));
    EXPECT_EQ(highest_value(cap), Value(Integer{255}));
    EXPECT_EQ(stepped_value(cap, Integer{0}, 1), Value(Integer{16}));
    EXPECT_EQ(stepped_value(cap, Integer{16}, -1), Value(Integer{0}));
    EXPECT_EQ(stepped_value(cap, Integer{0}, -1), Value(Integer{0}));
    EXPECT_EQ(value_label(cap, Integer{0}), "none");
}

TEST(ParameterSteps, PowersOfTwoDouble)
{
    const Parameter size = elements();
    EXPECT_EQ(stepped_value(size, Integer{1} << 24, 1), Value(Integer{1} << 25));
    EXPECT_EQ(stepped_value(size, Integer{1} << 24, -1), Value(Integer{1} << 23));
    EXPECT_EQ(stepped_value(size, Integer{1000}, 1), Value(Integer{1024})) << "from between two stops to the next";
    EXPECT_EQ(stepped_value(size, Integer{1000}, -1), Value(Integer{512}));
    EXPECT_EQ(stepped_value(size, Integer{1}, -1), Value(Integer{0}));
    EXPECT_EQ(highest_value(size), Value(Integer{1} << 28));
    EXPECT_GT(slider_fraction(size, Integer{1000}), slider_fraction(size, Integer{512}));
    EXPECT_LT(slider_fraction(size, Integer{1000}), slider_fraction(size, Integer{1024}));
}

TEST(ParameterSteps, FromBetweenStepsDownIsTheLowerOne)
{
    const Parameter block = range(32, 1024, 32);
    EXPECT_EQ(stepped_value(block, Integer{100}, -1), Value(Integer{96}));
    EXPECT_EQ(stepped_value(block, Integer{100}, 1), Value(Integer{128}));
    EXPECT_EQ(stepped_value(block, Integer{1024}, 5), Value(Integer{1024}));
}

TEST(ParameterSteps, ChoicesAndFlags)
{
    const Parameter element = choice();
    EXPECT_EQ(stepped_value(element, std::string("char"), 1), Value(std::string("short")));
    EXPECT_EQ(stepped_value(element, std::string("int"), 1), Value(std::string("int")));
    Parameter flag;
    flag.kind = model::ParameterKind::flag;
    EXPECT_EQ(stepped_value(flag, false, 1), Value(true));
    EXPECT_EQ(value_label(flag, true), "on");
}

TEST(ParameterSteps, HostileFractionsStayInside)
{
    const Parameter window = range(1, 128);
    EXPECT_EQ(value_at_fraction(window, -3), Value(Integer{1}));
    EXPECT_EQ(value_at_fraction(window, 99), Value(Integer{128}));
    EXPECT_EQ(value_at_fraction(window, std::numeric_limits<double>::quiet_NaN()), Value(Integer{1}));
    EXPECT_EQ(value_at_fraction(range(5, 5), 0.7), Value(Integer{5}));
}

TEST(ParameterSteps, LabelsReadAsPeopleWriteThem)
{
    Parameter threads = range(32, 1024, 32);
    threads.unit = "threads";
    EXPECT_EQ(value_label(threads, Integer{1024}), "1,024 threads");
    Parameter bytes = range(0, 65536, 1024);
    bytes.unit = "bytes";
    EXPECT_EQ(value_label(bytes, Integer{48} * 1024), "48 KiB");
    EXPECT_EQ(page_steps(range(1, 128)), 16);
}

}  // namespace
}  // namespace spillway::teaching
