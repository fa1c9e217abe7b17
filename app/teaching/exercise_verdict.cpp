#include "app/teaching/exercise_verdict.h"

#include <algorithm>
#include <filesystem>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/compile_errors.h"
#include "app/teaching/gpu_labels.h"

namespace spillway::teaching {
namespace {

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

/// The learner's variant where its goals are looked at: a refusal there comes before any goal.
std::string trouble_of(const SessionView& session, const std::string& variant)
{
    const results::CurvePoint& point = session.current(variant);
    if (!point.result || point.is_stale()) return "";
    switch (point.result->status) {
        case model::Status::ok:
        case model::Status::wrong_result: return "";
        case model::Status::compile_error:
            return lacks_compiler(session) ? "" : compile_trouble(session, *point.result);
        case model::Status::launch_error:
            return "Your kernel cannot be launched with these settings: " +
                   as_sentence(point.result->message.value_or("no reason was given"));
        case model::Status::timed_out: return "Your kernel took too long and was stopped.";
        case model::Status::worker_died: return "Your kernel crashed the worker.";
    }
    return "";
}

struct Found {
    Correctness correctness = Correctness::unchecked;
    std::string detail;  ///< what is wrong, or why nothing was found out
    bool is_of_processor = false;
};

Found found_in(const model::RunResult& result, bool is_of_processor)
{
    const model::Verification& verification = result.verification;
    Found found{Correctness::unknown, verification.detail.value_or(""), is_of_processor};
    const bool is_wrong =
        result.status == model::Status::wrong_result || verification.status == model::VerificationStatus::mismatched;
    if (is_wrong)
        found.correctness = Correctness::wrong;
    else if (verification.status == model::VerificationStatus::matched)
        found.correctness = Correctness::right;
    else if (is_of_processor && verification.detail)
        found.correctness = Correctness::unchecked;
    return found;
}

Found correctness_of(const SessionView& session)
{
    Found found;
    const auto wishes = correctness_requests(session);
    for (const session::BackgroundRequest& wish : wishes) {
        const auto result = session.known(wish);
        if (!result) return {Correctness::unknown, "", wish.needs_output};
        Found next = found_in(*result, wish.needs_output);
        // Beside a GPU the processor only counts: where it cannot, the GPU's word stands.
        if (wishes.size() > 1 && next.is_of_processor && next.correctness == Correctness::unchecked) continue;
        found = std::move(next);
        if (found.correctness != Correctness::right) return found;
    }
    return found;
}

/// The run ends at the first limit that the kernel exceeds: it keeps those before, and says nothing of the rest.
std::vector<LimitGoal> limits_in(const Found& found, const model::Experiment& exercise)
{
    std::vector<LimitGoal> goals;
    const auto limits = catalogue::access_limits(exercise.source);
    if (!limits) return goals;
    const bool is_beyond = found.detail.rfind(catalogue::right_but, 0) == 0;
    const bool is_counted = found.is_of_processor && (found.correctness == Correctness::right || is_beyond);
    Correctness state = is_counted                                  ? Correctness::right
                        : found.correctness == Correctness::unknown ? Correctness::unknown
                                                                    : Correctness::unchecked;
    for (const catalogue::AccessLimit& limit : *limits) {
        const bool is_this = is_beyond && catalogue::tells_of(found.detail, limit);
        goals.push_back({catalogue::limit_words(limit), is_this ? Correctness::wrong : state});
        if (is_this) state = Correctness::unchecked;
    }
    return goals;
}

bool is_missing(const Goal& goal)
{
    return goal.live.verdict != catalogue::ClaimVerdict::holds && !goal.waits_for_gpu;
}

bool waits(const Goal& goal)
{
    return goal.waits_for_gpu;
}

/// What only a GPU can tell, behind a sentence that counts the others.
std::string waiting_words(const std::vector<Goal>& goals)
{
    const auto waiting = std::count_if(goals.begin(), goals.end(), waits);
    const std::string more = waiting < static_cast<std::ptrdiff_t>(goals.size()) ? "more " : "";
    if (waiting == 0) return "";
    return waiting == 1
               ? " One " + more + "goal is measured and stays open: it needs a GPU."
               : " " + counted(waiting, (more + "goal").c_str()) + " are measured and stay open: they need a GPU.";
}

/// All goals, or all that can be judged here.
std::string reached_words(const std::vector<Goal>& goals)
{
    return std::any_of(goals.begin(), goals.end(), waits) ? "all goals that need no GPU are reached"
                                                          : "all goals are reached";
}

std::string unchecked_words(const std::vector<Goal>& goals, const Found& found)
{
    const std::string words = as_sentence(reached_words(goals)) + " It compiles; its output is unchecked";
    if (found.detail.empty()) return words + " (needs a GPU).";
    return words + ": " + found.detail + ".";
}

std::string wrong_words(const std::string& detail)
{
    if (detail.rfind(catalogue::right_but, 0) == 0) return as_sentence(detail);
    return "The result is wrong: " + (detail.empty() ? "it differs from the reference's." : detail + ".");
}

std::string missing_words(const ExerciseVerdict& verdict, const Found& found)
{
    const auto missing = std::count_if(verdict.goals.begin(), verdict.goals.end(), is_missing);
    const auto judged =
        std::count_if(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) { return !goal.waits_for_gpu; });
    const bool is_pending =
        std::any_of(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) { return goal.live.is_pending; });
    if (found.correctness == Correctness::wrong) return wrong_words(found.detail);
    if (is_pending) return "Compiling ...";
    if (missing > 0)
        return std::to_string(judged - missing) + " of " + counted(judged, "goal") + " reached." +
               waiting_words(verdict.goals);
    if (found.correctness == Correctness::unknown) return "Checking the result ...";
    if (found.correctness == Correctness::unchecked)
        return unchecked_words(verdict.goals, found) + waiting_words(verdict.goals);
    if (judged == 0) return "The result is right." + waiting_words(verdict.goals);
    return "Won: " + reached_words(verdict.goals) + ", and the result is right." + waiting_words(verdict.goals);
}

/// Of the output alone.
std::string result_words(const Found& found)
{
    switch (found.correctness) {
        case Correctness::right:
            return found.is_of_processor ? "Output matches the reference, in a small run on this machine's processor."
                                         : "Output matches the reference.";
        case Correctness::wrong:
            return found.detail.rfind(catalogue::right_but, 0) == 0
                       ? "Output matches the reference; your kernel goes beyond a limit."
                       : "Output differs from the reference.";
        case Correctness::unknown: return "Comparing the output with the reference.";
        case Correctness::unchecked: break;
    }
    return found.detail.empty() ? "Output not checked (needs a GPU)." : "Output not checked: " + found.detail + ".";
}

}  // namespace

std::vector<session::BackgroundRequest> correctness_requests(const SessionView& session)
{
    std::vector<session::BackgroundRequest> wishes;
    if (!session.experiment().exercise) return wishes;
    const std::string& variant = session.experiment().exercise->variant;
    for (const model::Gpu& gpu : session.gpus())
        if (gpu_source(session, gpu) == GpuSource::live)
            wishes.push_back({variant, catalogue::initial_values(session.experiment(), gpu), gpu.name});
    const auto limits = catalogue::access_limits(session.experiment().source);
    if (!wishes.empty() && (!limits || limits->empty())) return wishes;
    wishes.push_back({variant, catalogue::processor_values(session.experiment(), session.gpu()), session.gpu().name,
                      false, false, true});
    return wishes;
}

ExerciseVerdict judge_exercise(const SessionView& session)
{
    ExerciseVerdict verdict;
    const model::Experiment& copy = session.experiment();
    const bool is_live = gpu_source(session, session.gpu()) == GpuSource::live;
    for (const model::Claim& claim : copy.claims)
        verdict.goals.push_back({claim.text, live_claim(session, claim), claim.needs_measurement && !is_live});
    const Found found = correctness_of(session);
    verdict.limits = limits_in(found, copy);
    verdict.correctness = found.correctness;
    verdict.sentence = missing_words(verdict, found);
    verdict.result = result_words(found);
    verdict.trouble = trouble_of(session, copy.exercise->variant);
    const model::Experiment* original = catalogue::original_of(session.catalogue(), copy);
    if (original == nullptr)
        verdict.trouble = "The lesson of this exercise is no longer in the catalogue.";
    else if (const auto spoilt = catalogue::why_not_the_exercise(*original, copy))
        verdict.trouble = spoilt->what + ". " + spoilt->advice;
    const bool is_any_missing = std::any_of(verdict.goals.begin(), verdict.goals.end(), is_missing);
    const bool is_any_judged =
        std::any_of(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) { return !goal.waits_for_gpu; });
    const bool may_be_right =
        verdict.correctness == Correctness::right || verdict.correctness == Correctness::unchecked;
    verdict.is_reached =
        !is_any_missing && is_any_judged && may_be_right && verdict.trouble.empty() && original != nullptr;
    verdict.is_won = verdict.is_reached && verdict.correctness == Correctness::right;
    return verdict;
}

}  // namespace spillway::teaching
