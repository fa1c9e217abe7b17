#include "app/teaching/exercise_verdict.h"

#include <algorithm>
#include <filesystem>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/exercises.h"
#include "app/judging/needs.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/compile_errors.h"
#include "app/teaching/gpu_labels.h"

namespace spillway::teaching {
namespace {

using judging::ExerciseState;
using judging::OutputState;
using judging::Refusal;
using session::SessionView;

/// "Your kernel does not compile. Line 12: identifier "y" is undefined."
std::string compile_trouble(const SessionView& session, const model::RunResult& result)
{
    const std::string message = result.message.value_or("");
    const std::string file = std::filesystem::path(session.experiment().source_file).filename().string();
    for (const LineMessage& each : line_messages(message, file))
        if (each.is_error)
            return "Your kernel does not compile. Line " + std::to_string(each.line) + ": " + as_sentence(each.text);
    return "Your kernel does not compile. " + as_sentence(message.substr(0, message.find('\n')));
}

/// Why the learner's variant cannot be judged; empty if it ran.
std::string refusal_words(const SessionView& session, Refusal refusal, const model::RunResult* result)
{
    const std::string said = result == nullptr ? "" : result->message.value_or("no reason was given");
    switch (refusal) {
        case Refusal::none:
        case Refusal::not_the_exercise: return "";
        case Refusal::compile_error: return compile_trouble(session, *result);
        case Refusal::compile_stopped: return "Your kernel was not compiled to its end. " + as_sentence(said);
        case Refusal::launch_error: return "Your kernel cannot be launched with these settings: " + as_sentence(said);
        case Refusal::timed_out: return "Your kernel took too long and was stopped.";
        case Refusal::worker_died: return "Your kernel crashed the worker.";
    }
    return "";
}

struct RefusalFound {
    Refusal refusal = Refusal::none;
    std::string words;
};

RefusalFound refusal_in(const SessionView& session)
{
    const model::Experiment& copy = session.experiment();
    const model::Experiment* original = catalogue::original_of(session.catalogue(), copy);
    if (original == nullptr)
        return {Refusal::not_the_exercise, "The lesson of this exercise is no longer in the catalogue."};
    if (const auto difference = catalogue::why_not_the_exercise(*original, copy))
        return {Refusal::not_the_exercise, difference->what + ". " + difference->advice};
    const results::CurvePoint& point = session.current(copy.exercise->variant);
    if (!point.result || point.is_stale()) return {};
    const Refusal refusal = judging::refusal_of(*point.result);
    const bool is_of_compiler = refusal == Refusal::compile_error || refusal == Refusal::compile_stopped;
    if (is_of_compiler && lacks_compiler(session)) return {};
    return {refusal, refusal_words(session, refusal, point.result.get())};
}

judging::OutputFinding output_in(const SessionView& session)
{
    const auto needs = correctness_requests(session);
    std::vector<std::shared_ptr<const model::RunResult>> kept;
    std::vector<judging::OutputAnswer> answers;
    for (const judging::Need& need : needs) {
        kept.push_back(session.known(need));
        answers.push_back({kept.back().get(), need.needs_output});
    }
    return judging::output_of(answers);
}

/// Sentence on the goals that need a GPU, to follow the count of the other goals.
std::string waiting_words(const judging::ExerciseVerdict& found)
{
    const auto waiting = static_cast<std::ptrdiff_t>(found.waiting());
    if (waiting == 0) return "";
    const std::string more = found.waiting() < found.goals.size() ? "more " : "";
    return waiting == 1
               ? " One " + more + "goal is measured and stays open: it needs a GPU."
               : " " + counted(waiting, (more + "goal").c_str()) + " are measured and stay open: they need a GPU.";
}

std::string reached_words(const judging::ExerciseVerdict& found)
{
    return found.waiting() > 0 ? "all goals that need no GPU are reached" : "all goals are reached";
}

std::string unchecked_words(const judging::ExerciseVerdict& found)
{
    const std::string words = as_sentence(reached_words(found));
    if (found.output.state == OutputState::right)
        return words + " The result is right; its memory accesses were not counted.";
    if (found.output.detail.empty()) return words + " It compiles; its output is unchecked (needs a GPU).";
    return words + " It compiles; its output is unchecked: " + found.output.detail + ".";
}

std::string wrong_words(const judging::OutputFinding& output)
{
    if (output.is_endless) return as_sentence(output.detail);
    return "The result is wrong: " + (output.detail.empty() ? "it differs from the reference's." : output.detail + ".");
}

/// "2 of 4 goals reached.": all lines with a tick or a cross, the limits and the output among them.
std::string reached_of_listed(const judging::ExerciseVerdict& found)
{
    std::size_t reached = found.reached(), judged = found.judged();
    for (const judging::LimitFinding& limit : found.limits) {
        reached += limit.state == judging::LimitState::kept ? 1 : 0;
        judged += limit.state == judging::LimitState::kept || limit.state == judging::LimitState::exceeded ? 1 : 0;
    }
    const bool is_right = found.output.state == OutputState::right || found.output.state == OutputState::over_limit;
    reached += is_right ? 1 : 0;
    judged += is_right || found.output.state == OutputState::wrong ? 1 : 0;
    return std::to_string(reached) + " of " + counted(static_cast<std::ptrdiff_t>(judged), "goal") + " reached.";
}

std::string sentence_of(const judging::ExerciseVerdict& found)
{
    switch (found.state) {
        case ExerciseState::refused: return "";
        case ExerciseState::output_wrong: return wrong_words(found.output);
        case ExerciseState::over_limit:
            return "The numbers are right, but " + catalogue::exceeded_words(*found.output.exceeded) + ".";
        case ExerciseState::goals_pending: return "Compiling ...";
        case ExerciseState::goals_missing: return reached_of_listed(found) + waiting_words(found);
        case ExerciseState::output_pending: return "Checking the result ...";
        case ExerciseState::unchecked: return unchecked_words(found) + waiting_words(found);
        case ExerciseState::nothing_judged: return "The result is right." + waiting_words(found);
        case ExerciseState::won:
            return "Won: " + reached_words(found) + ", and the result is right." + waiting_words(found);
    }
    return "";
}

/// Sentence on the output alone.
std::string result_words(const judging::OutputFinding& output)
{
    switch (output.state) {
        case OutputState::right:
            return output.is_small_run ? "Output matches the reference, in a small run without a GPU."
                                       : "Output matches the reference.";
        case OutputState::wrong:
            return output.is_endless ? "Output not compared: the run was stopped."
                                     : "Output differs from the reference.";
        case OutputState::over_limit: return "Output matches the reference; your kernel exceeds a limit.";
        case OutputState::pending: return "Comparing the output with the reference.";
        case OutputState::unchecked: break;
    }
    return output.detail.empty() ? "Output not checked (needs a GPU)." : "Output not checked: " + output.detail + ".";
}

}  // namespace

std::vector<session::BackgroundRequest> correctness_requests(const SessionView& session)
{
    std::vector<model::Gpu> live;
    for (const model::Gpu& gpu : session.gpus())
        if (gpu_source(session, gpu) == GpuSource::live) live.push_back(gpu);
    return judging::output_needs(session.experiment(), session.gpu(), live);
}

ExerciseVerdict judge_exercise(const SessionView& session)
{
    ExerciseVerdict verdict;
    const model::Experiment& copy = session.experiment();
    const bool is_live = gpu_source(session, session.gpu()) == GpuSource::live;
    std::vector<judging::GoalFinding> goals;
    for (const model::Claim& claim : copy.claims) {
        const Goal& goal =
            verdict.goals.emplace_back(Goal{claim.text, live_claim(session, claim),
                                            claim.needs_measurement && !is_live && !catalogue::is_countable(claim)});
        goals.push_back({claim.id, claim.text, goal.live.check, goal.live.is_pending, goal.waits_for_gpu});
    }
    const RefusalFound refused = refusal_in(session);
    const judging::ExerciseVerdict found =
        judging::judge_exercise(copy, std::move(goals), output_in(session), refused.refusal);
    for (const judging::LimitFinding& limit : found.limits)
        verdict.limits.push_back({catalogue::limit_words(limit.limit), limit.state});
    verdict.output = found.output.state;
    verdict.state = found.state;
    verdict.trouble = refused.words;
    verdict.sentence = sentence_of(found);
    verdict.result = result_words(found.output);
    verdict.is_won = found.state == ExerciseState::won;
    verdict.is_reached = verdict.is_won || found.state == ExerciseState::unchecked;
    return verdict;
}

}  // namespace spillway::teaching
