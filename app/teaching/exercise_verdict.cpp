#include "app/teaching/exercise_verdict.h"

#include <algorithm>
#include <filesystem>

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

Correctness correctness_of(const SessionView& session)
{
    Correctness found = Correctness::unchecked;
    for (const session::BackgroundRequest& wish : correctness_requests(session)) {
        const auto result = session.known(wish);
        if (!result) return Correctness::unknown;
        if (result->status == model::Status::wrong_result ||
            result->verification.status == model::VerificationStatus::mismatched)
            return Correctness::wrong;
        if (result->verification.status != model::VerificationStatus::matched) return Correctness::unknown;
        found = Correctness::right;
    }
    return found;
}

std::string missing_words(const ExerciseVerdict& verdict)
{
    const auto reached = std::count_if(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) {
        return goal.live.verdict == catalogue::ClaimVerdict::holds;
    });
    const auto all = static_cast<std::ptrdiff_t>(verdict.goals.size());
    const bool is_pending =
        std::any_of(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) { return goal.live.is_pending; });
    if (verdict.correctness == Correctness::wrong) return "The result is wrong: it differs from the reference's.";
    if (is_pending) return "Compiling ...";
    if (reached < all) return std::to_string(reached) + " of " + counted(all, "goal") + " reached.";
    if (verdict.correctness == Correctness::unknown) return "All goals are reached; checking the result ...";
    return verdict.correctness == Correctness::right
               ? "Won: all goals are reached, and the result is right."
               : "All goals are reached. It compiles; its output is unchecked (needs a GPU).";
}

}  // namespace

std::vector<session::BackgroundRequest> correctness_requests(const SessionView& session)
{
    std::vector<session::BackgroundRequest> wishes;
    if (!session.experiment().exercise) return wishes;
    for (const model::Gpu& gpu : session.gpus())
        if (gpu_source(session, gpu) == GpuSource::live)
            wishes.push_back({session.experiment().exercise->variant,
                              catalogue::initial_values(session.experiment(), gpu), gpu.name, false, false});
    return wishes;
}

ExerciseVerdict judge_exercise(const SessionView& session)
{
    ExerciseVerdict verdict;
    const model::Experiment& copy = session.experiment();
    for (const model::Claim& claim : copy.claims) verdict.goals.push_back({claim.text, live_claim(session, claim)});
    verdict.correctness = correctness_of(session);
    verdict.sentence = missing_words(verdict);
    verdict.trouble = trouble_of(session, copy.exercise->variant);
    const model::Experiment* original = catalogue::original_of(session.catalogue(), copy);
    if (original == nullptr)
        verdict.trouble = "The lesson of this exercise is no longer in the catalogue.";
    else if (const auto spoilt = catalogue::why_not_the_exercise(*original, copy))
        verdict.trouble = spoilt->what + ". " + spoilt->advice;
    const bool has_reached_all = std::all_of(verdict.goals.begin(), verdict.goals.end(), [](const Goal& goal) {
        return goal.live.verdict == catalogue::ClaimVerdict::holds;
    });
    const bool may_be_right =
        verdict.correctness == Correctness::right || verdict.correctness == Correctness::unchecked;
    verdict.is_reached = has_reached_all && may_be_right && verdict.trouble.empty() && original != nullptr;
    verdict.is_won = verdict.is_reached && verdict.correctness == Correctness::right;
    return verdict;
}

}  // namespace spillway::teaching
