#include "app/teaching/lesson_facts.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/exercise_verdict.h"

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

std::vector<BackgroundRequest> requests_at(const SessionView& session, const std::vector<std::string>& variants,
                                           const model::Values& set, const model::Gpu& gpu,
                                           const model::Formula& formulas)
{
    model::Values values = catalogue::initial_values(session.experiment(), gpu);
    for (const auto& [name, value] : set) values[name] = value;
    const bool needs_code = model::needs_code(formulas);
    std::vector<BackgroundRequest> wishes;
    for (const std::string& variant : variants) wishes.push_back({variant, values, gpu.name, needs_code, false});
    return wishes;
}

std::vector<BackgroundRequest> requests_of(const SessionView& session, const model::Claim& claim, const model::Gpu& gpu)
{
    const auto variants = catalogue::claim_variants(session.experiment(), claim);
    std::vector<BackgroundRequest> all;
    for (const model::Values& set : catalogue::claim_settings(session.experiment(), claim))
        for (BackgroundRequest& wish : requests_at(session, variants, set, gpu, claim.expect)) {
            wish.needs_counters = catalogue::needs_counters(claim);
            all.push_back(std::move(wish));
        }
    return all;
}

std::vector<BackgroundRequest> requests_of(const SessionView& session, const model::Question& question)
{
    std::string formulas = question.answer;
    for (const model::Option& choice : question.choices) formulas += " " + choice.when;
    return requests_at(session, catalogue::question_variants(session.experiment(), question), question.set,
                       session.gpu(), formulas);
}

/// The results of the wishes. `is_whole` is false while one has no answer yet.
struct Known {
    std::vector<model::RunResult> results;
    bool is_whole = true;
};

Known known_of(const SessionView& session, const std::vector<BackgroundRequest>& wishes)
{
    Known known;
    for (const BackgroundRequest& wish : wishes) {
        const auto result = session.known(wish);
        const bool awaits_code = result && wish.needs_code && result->compile && !result->sass &&
                                 session.worker().hello && session.worker().hello->disassembler.available;
        if (!result || awaits_code) known.is_whole = false;
        if (result) known.results.push_back(*result);
    }
    return known;
}

}  // namespace

const model::Gpu* claim_gpu(const SessionView& session, const model::Claim& claim)
{
    if (claim.gpu == catalogue::every_architecture) return &session.gpu();
    const model::Gpu* first = nullptr;
    for (const std::string& name : catalogue::claim_gpu_names(claim)) {
        const auto chosen = session.choose_gpu(name);
        const model::Gpu* gpu = chosen ? find_gpu(session, chosen->name) : nullptr;
        if (gpu != nullptr && gpu->name == session.gpu().name) return gpu;
        if (first == nullptr) first = gpu;
    }
    return first;
}

std::vector<BackgroundRequest> lesson_requests(const SessionView& session)
{
    std::vector<BackgroundRequest> all;
    const auto add = [&](std::vector<BackgroundRequest> wishes) {
        std::move(wishes.begin(), wishes.end(), std::back_inserter(all));
    };
    add(correctness_requests(session));
    for (const model::Question& question : session.experiment().questions)
        if (question.kind != model::QuestionKind::curve) add(requests_of(session, question));
    for (const model::Claim& claim : session.experiment().claims)
        if (const model::Gpu* gpu = claim_gpu(session, claim)) add(requests_of(session, claim, *gpu));
    return all;
}

LiveClaim live_claim(const SessionView& session, const model::Claim& claim)
{
    LiveClaim live;
    const model::Gpu* gpu = claim_gpu(session, claim);
    if (gpu == nullptr) {
        live.detail = "there is no GPU \"" + claim.gpu + "\" here";
        return live;
    }
    live.gpu = gpu->name;
    const Known known = known_of(session, requests_of(session, claim, *gpu));
    const catalogue::ClaimCheck check = catalogue::check_claim(session.experiment(), claim, known.results, *gpu);
    const auto why = known.is_whole ? std::nullopt : why_no_answers(session);
    live.is_pending = !known.is_whole && !why && check.verdict == catalogue::ClaimVerdict::unknown;
    live.verdict = check.verdict;
    live.detail = why.value_or(check.detail);
    return live;
}

namespace {

/// "Yours: Stack frame is not known here" for "yours.stack_frame_bytes is not known here", and "Yours was not run".
std::string unknown_words(const model::Experiment& experiment, const std::string& detail)
{
    const std::size_t end = detail.find(' '), dot = std::min(detail.find('.'), end);
    const model::Variant* variant = experiment.find_variant(detail.substr(0, dot));
    if (end == std::string::npos || variant == nullptr) return detail;
    std::string words = variant->label;
    if (dot < end) {
        const std::string key = detail.substr(dot + 1, end - dot - 1);
        const model::Metric* metric = model::find_metric(key);
        words += ": " + (metric == nullptr ? key : std::string(metric->label));
    }
    return words + detail.substr(end);
}

}  // namespace

std::string found_words(const model::Experiment& experiment, const std::string& detail)
{
    std::string words;
    for (std::size_t at = 0; at < detail.size();) {
        const std::size_t end = std::min(detail.find(", ", at), detail.size());
        const std::string one = detail.substr(at, end - at);
        at = std::min(end + 2, detail.size());
        const std::size_t dot = one.find('.'), equals = one.find(" = ");
        const model::Variant* variant = dot < equals ? experiment.find_variant(one.substr(0, dot)) : nullptr;
        if (variant == nullptr || equals == std::string::npos) return unknown_words(experiment, detail);
        const std::string key = one.substr(dot + 1, equals - dot - 1);
        const model::Metric* metric = model::find_metric(key);
        const double value = std::strtod(one.c_str() + equals + 3, nullptr);
        words += (words.empty() ? "" : "; ") + variant->label + ": ";
        if (metric != nullptr)
            words += std::string(metric->label) + " " + model::format_metric(*metric, value);
        else
            words += key + (value != 0 ? ": yes" : ": no");
    }
    return words;
}

LiveAnswer live_answer(const SessionView& session, const model::Question& question)
{
    const Known known = known_of(session, requests_of(session, question));
    LiveAnswer live;
    live.answer = catalogue::answer_of(session.experiment(), question, known.results, session.gpu());
    const auto why = known.is_whole ? std::nullopt : why_no_answers(session);
    live.is_pending = !known.is_whole && !why && live.answer.why_unknown;
    if (why && live.answer.why_unknown) live.answer.why_unknown = why;
    return live;
}

}  // namespace spillway::teaching
