#include "app/room/live/closed_list.h"

#include "app/catalogue/exercises.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/results/request.h"

namespace spillway::room {
namespace {

model::Error not_listed(const std::string& what)
{
    return {"the room's server does not have " + what, "the room", "Load the page again."};
}

/// The installed or trusted experiment or exercise of this name; null if there is none. Exercises come first, because
/// the lecturer's own copy of an exercise has its name.
const model::Experiment* find_listed(const results::ResultLibrary& library, const std::string& name)
{
    for (const model::Experiment& each : library.catalogue().experiments)
        if (each.origin.trusted)
            for (const model::Experiment& exercise : each.exercises)
                if (exercise.name == name) return &exercise;
    const model::Experiment* found = library.catalogue().find(name);
    return found != nullptr && !found->is_plain() && found->origin.trusted ? found : nullptr;
}

/// Sets the experiment of `own`: the exercise with its text. The Error names no path of this machine.
std::optional<model::Error> make_own(const model::Experiment& original, OwnKernel& own)
{
    if (!original.exercise)
        return model::Error{"the room's server takes code for exercises only", "the room", "Begin an exercise."};
    if (own.experiment != nullptr && own.experiment->name == original.name) return std::nullopt;
    auto copy = std::make_shared<model::Experiment>(original);
    copy->source = own.text;
    copy->origin.source_hash = catalogue::content_hash(own.text);
    if (const auto problem = catalogue::why_not_the_exercise(original, *copy))
        return model::Error{problem->what, "kernel.cu", problem->advice};
    own.experiment = std::move(copy);
    return std::nullopt;
}

/// A visitor's kernel never runs natively on this machine; the interpreter checks its output instead.
Question without_launch(Question question)
{
    question.check_output |= question.measure;
    question.measure = question.count = question.refine = question.samples_only = false;
    return question;
}

model::Error other_text(const model::Experiment& listed)
{
    if (listed.exercise)
        return {"the room's server does not have your code", "the room",
                "Install Spillway to compile code of your own."};
    return {"the room's server has a different version of this kernel", "the room", "Load the page again."};
}

protocol::Run run_of(const Question& question, const model::Job& job, bool is_live)
{
    protocol::Run run;
    run.priority = question.priority;
    run.measure = question.measure && is_live;
    run.count = question.count && run.measure;
    run.refine = question.refine && run.measure;
    run.samples_only = question.samples_only && run.count;
    run.inspect_sass = question.inspect_sass;
    run.check_output = question.check_output && !run.measure;
    run.job = job;
    return run;
}

std::string flags_of(const protocol::Run& run)
{
    std::string flags;
    for (const bool flag : {run.measure, run.count, run.refine, run.samples_only, run.inspect_sass, run.check_output})
        flags += flag ? '1' : '0';
    return flags;
}

/// The request for this job, and the part of its key that the job does not determine.
std::pair<protocol::ToWorker, std::string> request_of(const Question& question, const model::Job& job, bool is_live)
{
    using results::Priority;
    const auto priority = static_cast<Priority>(std::min<int>(question.priority, results::priorities - 1));
    switch (question.kind) {
        case QuestionKind::listing:
            return {results::request_for({results::Stage::code, priority}, job, is_live), "code"};
        case QuestionKind::causes:
            return {results::request_for({results::Stage::causes, priority}, job, is_live), "causes"};
        case QuestionKind::counts:
            return {results::request_for({results::Stage::counts, priority}, job, is_live), "counts"};
        default: break;
    }
    protocol::Run run = run_of(question, job, is_live);
    return {run, "run " + flags_of(run)};
}

bool is_slow(const protocol::ToWorker& request)
{
    if (const auto* run = std::get_if<protocol::Run>(&request)) return run->measure || run->check_output;
    return !std::holds_alternative<protocol::ListingRequest>(request);
}

model::Expected<Task> roofs_of(const Question& question, const results::ResultLibrary& library)
{
    if (!library.is_live(question.gpu)) return not_listed("this GPU");
    return Task{protocol::RoofsRequest{0, "", question.priority, question.gpu}, "roofs " + question.gpu, nullptr,
                nullptr, Pace::slow};
}

}  // namespace

model::Expected<Task> task_of(const Question& question, const results::ResultLibrary& library, OwnKernel* own)
{
    if (question.kind == QuestionKind::roofs) return roofs_of(question, library);
    const model::Experiment* listed = find_listed(library, question.experiment);
    if (listed == nullptr)
        return model::Error{"the room's server does not have this experiment", "the room",
                            "Install Spillway to compile code of your own."};
    // The catalogue outlives every task.
    std::shared_ptr<const model::Experiment> experiment(std::shared_ptr<const model::Experiment>(), listed);
    if (own != nullptr) {
        if (auto why = make_own(*listed, *own)) return *why;
        experiment = own->experiment;
    }
    const model::Variant* variant = experiment->find_variant(question.variant);
    if (variant == nullptr) return not_listed("this variant");
    const model::Gpu* gpu = library.find_gpu(question.gpu);
    if (gpu == nullptr || !gpu->compilable) return not_listed("this GPU");
    if (!question.source_hash.empty() && question.source_hash != catalogue::source_hash(*experiment, *variant))
        return other_text(*listed);
    const auto job = results::hashed_job_of({*experiment, *variant, question.values, *gpu});
    if (!job) return job.error();
    const bool is_own = own != nullptr;
    auto [request, kind] =
        request_of(is_own ? without_launch(question) : question, job->job, !is_own && library.is_live(gpu->name));
    Task task{std::move(request), kind + ' ' + results::result_key(job->job_hash, gpu->name), experiment, variant};
    task.pace = is_own ? Pace::own : is_slow(task.request) ? Pace::slow : Pace::quick;
    return task;
}

}  // namespace spillway::room
