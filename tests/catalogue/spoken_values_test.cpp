// The tables of a lesson hold the values that its texts, questions and steps mention.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/catalogue/spoken_values.h"
#include "sample.h"

namespace spillway::catalogue {
namespace {

std::vector<std::string> spoken(const model::Experiment& experiment, const std::string& parameter)
{
    std::vector<std::string> texts;
    for (const model::Value& value : spoken_values(experiment, *experiment.find_parameter(parameter), sample::gpu()))
        texts.push_back(model::to_string(value));
    return texts;
}

TEST(SpokenValues, SettingsComeFirstThenTheNumbersOfTheTexts)
{
    model::Experiment experiment = sample::experiment();
    model::Claim& claim = experiment.claims.emplace_back();
    claim.id = "cliff";
    claim.over.emplace();
    claim.over->parameter = "size";
    claim.over->between = {22, 23};
    experiment.questions.resize(1);
    model::Question& question = experiment.questions[0];
    question.id = "q", question.text = "More than 40?", question.why = "41.";
    question.set = {{"size", std::int64_t{24}}};
    question.choices.resize(1);
    question.choices[0].text = "42", question.choices[0].reply = "From 43 on.";
    experiment.lesson =
        "# Title\n\nshow: size=32, chart=registers\n\nAt [ten](set:size=10,tab=report) it takes 50 registers.\n";
    EXPECT_EQ(spoken(experiment, "size"),
              (std::vector<std::string>{"8", "24", "32", "10", "16", "22", "23", "50", "40", "41", "42", "43"}));
}

TEST(SpokenValues, OfTextsOnlyWholeNumbersThatTheParameterAllowsCount)
{
    model::Experiment experiment = sample::experiment();
    experiment.claims.clear();
    experiment.lesson =
        "From 3 to 5, not 65; 2,048 is 1,024 twice, 6.5 and 7 % and 9% are none, `window[11]`, H12, 13x, 14_a.\n"
        "```\n15\n```\nBut 17.\n[text](claim:18)\n";
    EXPECT_EQ(spoken(experiment, "size"), (std::vector<std::string>{"8", "3", "5", "17"}));
    EXPECT_EQ(spoken(experiment, "elements"), (std::vector<std::string>{"1000", "3", "5", "65", "2048", "1024", "17"}));
    EXPECT_EQ(spoken(experiment, "element"), (std::vector<std::string>{"int"})) << "a choice has no numbers";
}

}  // namespace
}  // namespace spillway::catalogue
