#include "app/cli/axis.h"

#include <gtest/gtest.h>

#include "app/cli/context.h"

namespace spillway::cli {
namespace {

model::Experiment experiment()
{
    model::Experiment made;
    made.name = "made";
    model::Parameter radius;
    radius.name = "radius";
    radius.first = 0;
    radius.last = 4096;
    radius.initial = std::int64_t{1};
    model::Parameter element;
    element.name = "element";
    element.kind = model::ParameterKind::choice;
    element.choices = {{"char", "", 1, ""}, {"float4", "", 16, ""}};
    element.initial = std::string("char");
    made.parameters = {radius, element};
    made.knobs = model::standard_knobs();
    return made;
}

std::vector<std::string> words(const Axis& axis)
{
    std::vector<std::string> all;
    for (const model::Value& value : axis.values) all.push_back(model::to_string(value));
    return all;
}

TEST(Axis, RangesListsAndPowersOfTwo)
{
    const model::Experiment made = experiment();
    using Words = std::vector<std::string>;
    EXPECT_EQ(words(*parse_axis(made, "radius=[1:4]")), (Words{"1", "2", "3", "4"}));
    EXPECT_EQ(words(*parse_axis(made, "radius=[0:10:4]")), (Words{"0", "4", "8"}));
    EXPECT_EQ(words(*parse_axis(made, "radius=[7, 3]")), (Words{"7", "3"}));
    EXPECT_EQ(words(*parse_axis(made, "radius=5")), (Words{"5"}));
    EXPECT_EQ(words(*parse_axis(made, "radius[pow2]=[0:12:4]")), (Words{"1", "16", "256", "4096"}));
    EXPECT_EQ(words(*parse_axis(made, "element=[char,float4]")), (Words{"char", "float4"}));
    EXPECT_EQ(words(*parse_axis(made, "fast_math=[false,true]")), (Words{"false", "true"}));
}

TEST(Axis, WrongOnesAreOneSentence)
{
    const model::Experiment made = experiment();
    for (const char* wrong : {"", "radius", "=[1:2]", "radius=[]", "radius=[1:2:0]", "radius=[2:1]", "radius=[1:2:3:4]",
                              "radius=[1:x]", "radius=[0:5000:1000]", "radius[pow2]=[0:63]", "radius[pow2]=[13]",
                              "radius=[0:9223372036854775807]", "radios=[1:2]", "element=[double]", "radius=[1,,2]"}) {
        const auto axis = parse_axis(made, wrong);
        ASSERT_FALSE(axis) << wrong;
        EXPECT_EQ(axis.error().line().find('\n'), std::string::npos);
        EXPECT_FALSE(axis.error().what.empty());
    }
}

TEST(Settings, UnknownNamesGetTheNearest)
{
    const auto values = apply_settings(experiment(), {"radios=3"});
    ASSERT_FALSE(values);
    EXPECT_NE(values.error().line().find("radius"), std::string::npos);
    EXPECT_FALSE(apply_settings(experiment(), {"radius"}));
    EXPECT_FALSE(apply_settings(experiment(), {"radius="}));
    EXPECT_EQ(apply_settings(experiment(), {"radius=3", "radius=4"})->at("radius"), model::Value(std::int64_t{4}));
}

}  // namespace
}  // namespace spillway::cli
