#include "app/teaching/lesson_facts.h"

#include <algorithm>
#include <iterator>

#include "app/judging/needs.h"
#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/exercise_verdict.h"
#include "app/teaching/gpu_labels.h"
#include "app/teaching/parameter_labels.h"

namespace spillway::teaching {
namespace {

using session::BackgroundRequest;
using session::SessionView;

const model::Gpu* find_gpu(const SessionView& session, const std::string& name)
{
    const auto& gpus = session.gpus();
    const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const auto& gpu) { return gpu.name == name; });
    return found == gpus.end() ? nullptr : &*found;
}

/// Results of the needs. `is_whole` is false while one is missing.
struct Known {
    std::vector<model::RunResult> results;
    bool is_whole = true;
};

/// True if the counts of the interpreter are still to come.
bool awaits_counts(const SessionView& session, const BackgroundRequest& request, const model::RunResult& result)
{
    const auto& hello = session.worker().hello;
    const model::Gpu* gpu = find_gpu(session, request.gpu);
    const bool is_live = gpu != nullptr && gpu_source(session, *gpu) == GpuSource::live;
    return request.needs_counts && hello && hello->compiler.available && !is_live && result.compile &&
           result.status == model::Status::ok && !result.measurement.counters && !result.counted;
}

Known known_of(const SessionView& session, const std::vector<BackgroundRequest>& requests)
{
    Known known;
    for (const BackgroundRequest& request : requests) {
        const auto result = session.known(request);
        const bool awaits_code = result && request.needs_code && result->compile && !result->sass &&
                                 session.worker().hello && session.worker().hello->disassembler.available;
        if (!result || awaits_code || awaits_counts(session, request, *result)) known.is_whole = false;
        if (result) known.results.push_back(*result);
    }
    return known;
}

}  // namespace

const model::Gpu* claim_gpu(const SessionView& session, const model::Claim& claim)
{
    const auto chosen =
        judging::claim_gpu(claim, session.gpu(), [&](const std::string& name) -> std::optional<model::Gpu> {
            const auto gpu = session.choose_gpu(name);
            if (!gpu || find_gpu(session, gpu->name) == nullptr) return std::nullopt;
            return *gpu;
        });
    return chosen ? find_gpu(session, chosen->name) : nullptr;
}

std::vector<BackgroundRequest> lesson_requests(const SessionView& session)
{
    std::vector<BackgroundRequest> all;
    const auto add = [&](std::vector<BackgroundRequest> requests) {
        std::move(requests.begin(), requests.end(), std::back_inserter(all));
    };
    add(correctness_requests(session));
    for (const model::Question& question : session.experiment().questions)
        if (question.kind != model::QuestionKind::curve)
            add(judging::needs_of(session.experiment(), question, session.gpu()));
    for (const model::Claim& claim : session.experiment().claims)
        if (const model::Gpu* gpu = claim_gpu(session, claim))
            add(judging::needs_of(session.experiment(), claim, *gpu));
    return all;
}

std::string lesson_requests_key(const SessionView& session)
{
    const model::Experiment& experiment = session.experiment();
    return experiment.name + '|' + experiment.origin.content_hash + '|' + session.selection().gpu + '|' +
           std::to_string(session.worker().generation);
}

LiveClaim live_claim(const SessionView& session, const model::Claim& claim)
{
    LiveClaim live;
    if (claim.over) live.axis = claim.over->parameter;
    const model::Gpu* gpu = claim_gpu(session, claim);
    if (gpu == nullptr) {
        live.why_unknown = "there is no GPU \"" + claim.gpu + "\" here";
        return live;
    }
    live.gpu = gpu->name;
    const Known known = known_of(session, judging::needs_of(session.experiment(), claim, *gpu));
    const catalogue::ClaimCheck check = catalogue::check_claim(session.experiment(), claim, known.results, *gpu);
    const auto why = known.is_whole ? std::nullopt : why_no_answers(session);
    live.is_pending = !known.is_whole && !why && check.verdict == catalogue::ClaimVerdict::unknown;
    live.check = check;
    if (check.verdict == catalogue::ClaimVerdict::unknown) live.why_unknown = why;
    return live;
}

namespace {

/// "two_calls" as "two calls".
std::string case_words(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

/// "Stack frame 512 bytes".
std::string number_words(const catalogue::FoundNumber& number)
{
    const model::Metric* metric = model::find_metric(number.key);
    if (metric == nullptr) return number.key + (number.value != 0 ? ": yes" : ": no");
    return std::string(metric->label) + " " + model::format_metric(*metric, number.value);
}

/// "Yours: Stack frame 512 bytes, Spill stores 0 bytes; As given: ...".
std::string numbers_words(const model::Experiment& experiment, const std::vector<catalogue::FoundNumber>& numbers)
{
    std::string words, last;
    for (const catalogue::FoundNumber& number : numbers) {
        const model::Variant* variant = experiment.find_variant(number.variant);
        const std::string name = variant == nullptr ? case_words(number.variant) : variant->label;
        words += !words.empty() && name == last ? ", " : (words.empty() ? "" : "; ") + name + ": ";
        words += number_words(number);
        last = name;
    }
    return words;
}

}  // namespace

std::string missing_words(const model::Experiment& experiment, const catalogue::MissingNumber& missing)
{
    using Reason = catalogue::MissingNumber::Reason;
    const model::Variant* variant = experiment.find_variant(missing.variant);
    const model::Metric* metric = model::find_metric(missing.key);
    const std::string name = variant == nullptr ? case_words(missing.variant) : variant->label;
    const std::string number = name + ": " + (metric == nullptr ? missing.key : std::string(metric->label));
    switch (missing.reason) {
        case Reason::not_run: return name + " was not run";
        case Reason::not_measured: return name + " was not measured";
        case Reason::not_disassembled: return number + catalogue::not_disassembled_words;
        case Reason::not_known: break;
    }
    return number + " is not known here";
}

std::string found_words(const model::Experiment& experiment, const LiveClaim& claim)
{
    if (claim.why_unknown) return *claim.why_unknown;
    if (claim.check.missing) return missing_words(experiment, *claim.check.missing);
    if (claim.check.numbers.empty()) return with_label(claim.check.detail, experiment, claim.axis);
    const std::string words =
        numbers_words(experiment, claim.check.numbers) + with_label(claim.check.place, experiment, claim.axis);
    return claim.check.is_inside_noise ? words + ": the difference is inside the noise" : words;
}

LiveAnswer live_answer(const SessionView& session, const model::Question& question)
{
    const Known known = known_of(session, judging::needs_of(session.experiment(), question, session.gpu()));
    LiveAnswer live;
    live.answer = catalogue::answer_of(session.experiment(), question, known.results, session.gpu());
    const auto why = known.is_whole ? std::nullopt : why_no_answers(session);
    live.is_pending = !known.is_whole && !why && live.answer.why_unknown;
    if (live.answer.missing) live.answer.why_unknown = missing_words(session.experiment(), *live.answer.missing);
    if (why && live.answer.why_unknown) live.answer.why_unknown = why;
    return live;
}

}  // namespace spillway::teaching
