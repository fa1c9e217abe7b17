#include "app/judging/prediction.h"

#include <gtest/gtest.h>

#include "app/judging/number_text.h"
#include "app/learner/learner_progress.h"

namespace spillway::judging {
namespace {

model::Question number_question(const char* unit = "bytes")
{
    model::Question question;
    question.unit = unit;
    return question;
}

/// The prediction as progress.json gives it back.
Prediction kept(const Prediction& prediction)
{
    learner::LearnerProgress progress;
    progress["lesson"].predictions["question"] = prediction;
    const auto read = learner::parse_progress(learner::print_progress(progress));
    EXPECT_TRUE(read);
    return read->at("lesson").predictions.at("question");
}

TEST(Prediction, AStoredNumberIsJudgedAsItWasOnTheScreen)
{
    const model::Question question = number_question();
    for (const double answer : {128.0, 16384.0, 62.5, 0.0, 1e6 / 3}) {
        const Prediction stored = kept(judge_number(question, answer, answer));
        Truth truth;
        truth.number = answer;
        EXPECT_EQ(off_by(question, stored, truth), 0.0) << stored.guess;
        EXPECT_TRUE(was_shown(question, stored, truth));
        truth.number = answer * 2 + 1;
        EXPECT_FALSE(was_shown(question, stored, truth)) << stored.answer;
    }
}

/// Written before numbers were stored beside their texts.
TEST(Prediction, TheTextsOfOlderFilesAreRead)
{
    const model::Question question = number_question();
    Prediction old;
    old.guess = "1,024 bytes";
    old.answer = "16,384 bytes";
    Truth truth;
    truth.number = 16384;
    EXPECT_EQ(off_by(question, old, truth), 0.9375);
    EXPECT_TRUE(was_shown(question, old, truth));
}

TEST(Prediction, OneToleranceInclusive)
{
    const model::Question question = number_question();
    EXPECT_TRUE(is_right(question, share_off(44, 40))) << "44 for 40";
    EXPECT_TRUE(is_right(question, share_off(36, 40)));
    EXPECT_FALSE(is_right(question, share_off(45, 40)));
    model::Question choice;
    choice.kind = model::QuestionKind::choice;
    EXPECT_TRUE(is_right(choice, 0));
    EXPECT_FALSE(is_right(choice, 0.05));
}

TEST(Prediction, AGuessThatIsNoAnswerHasNoDistance)
{
    model::Question question;
    question.kind = model::QuestionKind::choice;
    question.choices.resize(2);
    question.choices[0].text = "in registers";
    question.choices[1].text = "in local memory";
    Truth truth;
    truth.choice = 1;
    Prediction said;
    said.guess = "in L2";
    EXPECT_FALSE(off_by(question, said, truth));
    said.guess = "in registers";
    EXPECT_EQ(off_by(question, said, truth), 1.0);
}

TEST(Prediction, ACurveDrawnOverAFewPointsIsNotRight)
{
    model::Question question;
    question.kind = model::QuestionKind::curve;
    Truth truth;
    for (int x = 1; x <= 32; ++x) truth.curve[x] = x < 16 ? 0 : 128;
    EXPECT_FALSE(judge_curve({{1, 0}, {2, 0}}, truth.curve).off_by);
    EXPECT_FALSE(judge_curve({{8, 0}, {15, 0}, {16, 128}, {24, 128}}, truth.curve).off_by);
    Prediction said = judge_curve({{3, 0}, {15, 0}, {16, 128}, {30, 128}}, truth.curve);
    EXPECT_EQ(said.off_by, 0.0) << "a hand does not begin at the very edge";
    EXPECT_EQ(off_by(question, said, truth), 0.0);
    said.guess = "1:0 2:0";
    EXPECT_FALSE(off_by(question, said, truth));
}

}  // namespace
}  // namespace spillway::judging
