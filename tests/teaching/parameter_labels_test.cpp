#include "app/teaching/parameter_labels.h"

#include <gtest/gtest.h>

#include "app/teaching/lesson_facts.h"
#include "app/teaching/parameter_steps.h"

namespace spillway::teaching {
namespace {

TEST(ParameterLabels, ASentenceNamesTheSliders)
{
    model::Experiment experiment;
    experiment.knobs = model::standard_knobs();
    EXPECT_EQ(with_labels("lower block_size, or set register_cap.", experiment),
              "lower Block size, or set Register cap.");
    EXPECT_EQ(with_labels("my_block_size and block_size_2 are others", experiment),
              "my_block_size and block_size_2 are others");
    EXPECT_EQ(with_labels("fewer elements", experiment), "fewer elements") << "an ordinary word";
    EXPECT_EQ(with_labels("", experiment), "");
}

TEST(ParameterLabels, AnAxisThatIsAnOrdinaryWordIsNamedLikeItsSlider)
{
    model::Experiment experiment;
    experiment.parameters.emplace_back();
    experiment.parameters[0].name = "unroll";
    experiment.parameters[0].label = "Repetitions";
    EXPECT_EQ(with_label("9 of 9 points, unroll 1 to 256", experiment, "unroll"),
              "9 of 9 points, Repetitions 1 to 256");
    EXPECT_EQ(with_label(" at unroll = 4", experiment, "unroll"), " at Repetitions = 4");
    EXPECT_EQ(with_label("unrolling unrolled", experiment, "unroll"), "unrolling unrolled");
    LiveClaim claim;
    claim.axis = "unroll";
    claim.check.detail = "9 of 9 points, unroll 1 to 256";
    EXPECT_EQ(found_words(experiment, claim), "9 of 9 points, Repetitions 1 to 256")
        << "the sentence of a claim's link";
    EXPECT_EQ(with_label("not measured", experiment, ""), "not measured") << "a claim about one setting";
}

TEST(ParameterLabels, AChoiceIsShownByItsLabel)
{
    model::Parameter obstacle;
    obstacle.kind = model::ParameterKind::choice;
    obstacle.choices = {{"none", "0", 0, ""}, {"dynamic_shared", "1", 1, "", "dynamic shared"}};
    EXPECT_EQ(value_label(obstacle, std::string("dynamic_shared")), "dynamic shared");
    EXPECT_EQ(value_label(obstacle, std::string("none")), "none") << "without a label, its name";
}

TEST(CodeMarks, become_labels_or_go)
{
    model::Experiment experiment;
    model::Variant& variant = experiment.variants.emplace_back();
    variant.name = "local_array";
    variant.label = "Array, run-time index";
    EXPECT_EQ(without_code_marks("`local_array` and `window[]` differ", experiment),
              "Array, run-time index and window[] differ");
    EXPECT_EQ(without_code_marks("one ` alone", experiment), "one ` alone");
    EXPECT_EQ(without_code_marks("", experiment), "");
}

}  // namespace
}  // namespace spillway::teaching
