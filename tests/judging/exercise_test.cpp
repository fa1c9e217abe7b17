#include "app/judging/exercise.h"

#include <gtest/gtest.h>

namespace spillway::judging {
namespace {

using catalogue::ClaimVerdict;

model::Experiment exercise(const std::string& limits = "")
{
    model::Experiment each;
    each.source = limits + "// ---- yours from here ----\n// ---- yours to here ----";
    return each;
}
constexpr const char* two_limits =
    "// ---- counted: reads of in, at most 2 times the reference's ----\n"
    "// ---- counted: writes of out, at most 1 times the reference's ----\n";

GoalFinding goal(ClaimVerdict verdict, bool waits = false)
{
    GoalFinding found;
    found.check.verdict = verdict;
    found.waits_for_gpu = waits;
    return found;
}

model::RunResult compared(model::VerificationStatus status, const std::string& detail = "")
{
    model::RunResult result;
    result.verification.status = status;
    if (!detail.empty()) result.verification.detail = detail;
    return result;
}

OutputFinding output(const model::RunResult& result, bool is_small_run = true)
{
    return output_of({{&result, is_small_run}});
}

ExerciseVerdict judged(const OutputFinding& found, ClaimVerdict verdict = ClaimVerdict::holds)
{
    return judge_exercise(exercise(), {goal(verdict)}, found, Refusal::none);
}

TEST(Exercise, OnlyARightOutputWithAllGoalsIsReached)
{
    using model::VerificationStatus;
    const auto right = judged(output(compared(VerificationStatus::matched)));
    EXPECT_EQ(right.state, ExerciseState::won);
    EXPECT_EQ(right.mark(), Mark::reached);
    EXPECT_EQ(judged(output(compared(VerificationStatus::mismatched))).mark(), Mark::not_reached);
    const auto unchecked = judged(output(compared(VerificationStatus::not_run, "no compiler")));
    EXPECT_EQ(unchecked.state, ExerciseState::unchecked);
    EXPECT_EQ(unchecked.mark(), Mark::not_checked) << "unchecked is never reached";
    EXPECT_EQ(judged(output(compared(VerificationStatus::not_run))).state, ExerciseState::output_pending);
    EXPECT_EQ(judged({}).mark(), Mark::not_checked) << "nothing was asked";
    EXPECT_EQ(judged(output(compared(VerificationStatus::matched)), ClaimVerdict::broken).mark(), Mark::not_reached);
    EXPECT_EQ(judged(output(compared(VerificationStatus::matched)), ClaimVerdict::unknown).mark(), Mark::not_checked);
    EXPECT_EQ(
        judge_exercise(exercise(), {}, output(compared(VerificationStatus::matched)), Refusal::compile_error).mark(),
        Mark::not_reached);
}

TEST(Exercise, AGoalThatWaitsForAGpuKeepsNobodyFromWinning)
{
    const OutputFinding right = output(compared(model::VerificationStatus::matched));
    const auto some = judge_exercise(exercise(), {goal(ClaimVerdict::holds), goal(ClaimVerdict::unknown, true)}, right,
                                     Refusal::none);
    EXPECT_EQ(some.state, ExerciseState::won);
    EXPECT_EQ(some.waiting(), 1U);
    const auto all = judge_exercise(exercise(), {goal(ClaimVerdict::unknown, true)}, right, Refusal::none);
    EXPECT_EQ(all.state, ExerciseState::nothing_judged);
    EXPECT_EQ(all.mark(), Mark::not_checked);
}

TEST(Exercise, AnExceededLimitKeepsThoseBeforeAndTellsNothingOfThoseAfter)
{
    model::RunResult result = compared(model::VerificationStatus::over_limit);
    result.verification.exceeded = {{model::Counted::reads, "in", 2}, 300, 200};
    const auto first = judge_exercise(exercise(two_limits), {goal(ClaimVerdict::holds)}, output(result), Refusal::none);
    EXPECT_EQ(first.state, ExerciseState::over_limit);
    EXPECT_EQ(first.mark(), Mark::not_reached);
    EXPECT_EQ(first.limits.at(0).state, LimitState::exceeded);
    EXPECT_EQ(first.limits.at(1).state, LimitState::unchecked);
    result.verification.exceeded->limit = {model::Counted::writes, "out", 1};
    const auto second =
        judge_exercise(exercise(two_limits), {goal(ClaimVerdict::holds)}, output(result), Refusal::none);
    EXPECT_EQ(second.limits.at(0).state, LimitState::kept);
    EXPECT_EQ(second.limits.at(1).state, LimitState::exceeded);
}

TEST(Exercise, LimitsThatNobodyCountedAreNotReached)
{
    const OutputFinding on_gpu = output(compared(model::VerificationStatus::matched), false);
    const auto verdict = judge_exercise(exercise(two_limits), {goal(ClaimVerdict::holds)}, on_gpu, Refusal::none);
    EXPECT_EQ(verdict.state, ExerciseState::unchecked);
    EXPECT_EQ(verdict.mark(), Mark::not_checked);
}

TEST(Exercise, BesideAGpuASmallRunOnlyCounts)
{
    const model::RunResult gpu = compared(model::VerificationStatus::matched),
                           cannot = compared(model::VerificationStatus::not_run, "unknown instruction"),
                           differs = compared(model::VerificationStatus::mismatched, "element 3 differs");
    EXPECT_EQ(output_of({{&gpu, false}, {&cannot, true}}).state, OutputState::right);
    EXPECT_EQ(output_of({{&gpu, false}, {&differs, true}}).state, OutputState::wrong);
    EXPECT_EQ(output_of({{&gpu, false}, {nullptr, true}}).state, OutputState::pending);
}

TEST(Exercise, ACompileThatWasStoppedIsNotAnErrorOfTheKernelsText)
{
    model::RunResult result;
    result.status = model::Status::compile_error;
    result.message = "#error my notes: I stopped after midnight";
    EXPECT_EQ(refusal_of(result), Refusal::compile_error);
    result.compile_stopped = model::Bound::time;
    EXPECT_EQ(refusal_of(result), Refusal::compile_stopped);
    EXPECT_TRUE(is_interrupted(Refusal::compile_stopped));
    EXPECT_FALSE(is_interrupted(Refusal::compile_error));
    EXPECT_EQ(judge_exercise({}, {}, {}, Refusal::compile_stopped).mark(), Mark::not_checked);
    EXPECT_EQ(judge_exercise({}, {}, {}, Refusal::compile_error).mark(), Mark::not_reached);
}

}  // namespace
}  // namespace spillway::judging
