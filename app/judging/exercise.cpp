#include "app/judging/exercise.h"

#include <algorithm>

#include "app/catalogue/access_limits.h"

namespace spillway::judging {
namespace {

using catalogue::ClaimVerdict;

OutputFinding finding_of(const OutputAnswer& answer)
{
    const model::Verification& verification = answer.result->verification;
    OutputFinding found{OutputState::pending,
                        answer.is_small_run,
                        false,
                        verification.detail.value_or(""),
                        verification.exceeded,
                        verification.stopped.has_value()};
    if (answer.result->status == model::Status::wrong_result) {
        found.state = OutputState::wrong;
        return found;
    }
    switch (verification.status) {
        case model::VerificationStatus::matched: found.state = OutputState::right; break;
        case model::VerificationStatus::mismatched: found.state = OutputState::wrong; break;
        case model::VerificationStatus::over_limit: found.state = OutputState::over_limit; break;
        case model::VerificationStatus::not_run:
            if (verification.detail) found.state = OutputState::unchecked;
            break;
    }
    found.has_counts =
        answer.is_small_run && (found.state == OutputState::right || found.state == OutputState::over_limit);
    return found;
}

/// A run stops at the first limit that the kernel exceeds. So the limits before it are kept, and those after it are
/// unchecked.
std::vector<LimitFinding> limits_of(const model::Experiment& exercise, const OutputFinding& output)
{
    std::vector<LimitFinding> found;
    const auto limits = catalogue::access_limits(exercise.source);
    if (!limits) return found;
    LimitState state = output.has_counts                      ? LimitState::kept
                       : output.state == OutputState::pending ? LimitState::pending
                                                              : LimitState::unchecked;
    for (const model::AccessLimit& limit : *limits) {
        const bool is_this = output.exceeded && output.exceeded->limit == limit;
        found.push_back({limit, is_this ? LimitState::exceeded : state});
        if (is_this) state = LimitState::unchecked;
    }
    return found;
}

bool has_unchecked_limit(const ExerciseVerdict& verdict)
{
    return std::ranges::any_of(verdict.limits,
                               [](const LimitFinding& limit) { return limit.state == LimitState::unchecked; });
}

ExerciseState state_of(const ExerciseVerdict& verdict)
{
    if (verdict.refusal != Refusal::none) return ExerciseState::refused;
    if (verdict.output.state == OutputState::wrong) return ExerciseState::output_wrong;
    if (verdict.output.state == OutputState::over_limit) return ExerciseState::over_limit;
    if (std::ranges::any_of(verdict.goals, &GoalFinding::is_pending)) return ExerciseState::goals_pending;
    if (verdict.reached() < verdict.judged()) return ExerciseState::goals_missing;
    if (verdict.output.state == OutputState::pending) return ExerciseState::output_pending;
    if (verdict.output.state == OutputState::unchecked || has_unchecked_limit(verdict)) return ExerciseState::unchecked;
    return verdict.judged() == 0 ? ExerciseState::nothing_judged : ExerciseState::won;
}

}  // namespace

Refusal refusal_of(const model::RunResult& result)
{
    switch (result.status) {
        case model::Status::ok:
        case model::Status::wrong_result: return Refusal::none;
        case model::Status::compile_error:
            return model::is_passing(result) ? Refusal::compile_stopped : Refusal::compile_error;
        case model::Status::launch_error: return Refusal::launch_error;
        case model::Status::timed_out: return Refusal::timed_out;
        case model::Status::worker_died: return Refusal::worker_died;
    }
    return Refusal::none;
}

bool is_interrupted(Refusal refusal)
{
    return refusal == Refusal::compile_stopped || refusal == Refusal::timed_out || refusal == Refusal::worker_died;
}

OutputFinding output_of(const std::vector<OutputAnswer>& answers)
{
    OutputFinding found;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i].result == nullptr) return {OutputState::pending, answers[i].is_small_run, false, "", {}};
        OutputFinding next = finding_of(answers[i]);
        const bool only_counts = i > 0 && next.is_small_run;
        if (only_counts && (next.state == OutputState::unchecked || next.state == OutputState::pending)) continue;
        found = std::move(next);
        if (found.state != OutputState::right) return found;
    }
    return found;
}

const char* to_string(Mark mark)
{
    switch (mark) {
        case Mark::reached: return "reached";
        case Mark::not_reached: return "not_reached";
        case Mark::not_checked: return "not_checked";
    }
    return "";
}

std::size_t ExerciseVerdict::judged() const
{
    return goals.size() - waiting();
}

std::size_t ExerciseVerdict::reached() const
{
    return static_cast<std::size_t>(std::ranges::count_if(goals, [](const GoalFinding& goal) {
        return !goal.waits_for_gpu && goal.check.verdict == ClaimVerdict::holds;
    }));
}

std::size_t ExerciseVerdict::waiting() const
{
    return static_cast<std::size_t>(std::ranges::count_if(goals, &GoalFinding::waits_for_gpu));
}

Mark ExerciseVerdict::mark() const
{
    const bool is_any_broken =
        std::ranges::any_of(goals, [](const GoalFinding& goal) { return goal.check.verdict == ClaimVerdict::broken; });
    switch (state) {
        case ExerciseState::refused: return is_interrupted(refusal) ? Mark::not_checked : Mark::not_reached;
        case ExerciseState::output_wrong:
        case ExerciseState::over_limit: return Mark::not_reached;
        case ExerciseState::won: return is_any_broken ? Mark::not_reached : Mark::reached;
        case ExerciseState::goals_missing:
        case ExerciseState::goals_pending:
        case ExerciseState::output_pending:
        case ExerciseState::unchecked:
        case ExerciseState::nothing_judged: return is_any_broken ? Mark::not_reached : Mark::not_checked;
    }
    return Mark::not_checked;
}

ExerciseVerdict judge_exercise(const model::Experiment& exercise, std::vector<GoalFinding> goals, OutputFinding output,
                               Refusal refusal)
{
    ExerciseVerdict verdict{std::move(goals), std::move(output), {}, refusal, ExerciseState::goals_pending};
    verdict.limits = limits_of(exercise, verdict.output);
    verdict.state = state_of(verdict);
    return verdict;
}

}  // namespace spillway::judging
