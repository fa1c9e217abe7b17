#include "app/judging/needs.h"

#include <algorithm>
#include <string_view>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/axis_claims.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/model/metrics.h"

namespace spillway::judging {
namespace {

/// Whether a formula names a metric that the PTX interpreter can count.
bool needs_counts(std::string_view formula)
{
    const auto all = model::metrics();
    return std::any_of(all.begin(), all.end(), [&](const model::Metric& metric) {
        return metric.is_interpretable && formula.find(metric.key) != std::string_view::npos;
    });
}

std::vector<Need> needs_at(const model::Experiment& experiment, const std::vector<std::string>& variants,
                           const model::Values& set, const model::Gpu& gpu, const model::Formula& formulas)
{
    model::Values values = catalogue::initial_values(experiment, gpu);
    for (const auto& [name, value] : set) values[name] = value;
    const bool needs_code = model::needs_code(formulas);
    std::vector<Need> needs;
    for (const std::string& variant : variants) {
        needs.push_back({variant, values, gpu.name, needs_code});
        needs.back().needs_counts = needs_counts(formulas);
    }
    return needs;
}

}  // namespace

std::vector<Need> needs_of(const model::Experiment& experiment, const model::Claim& claim, const model::Gpu& gpu)
{
    std::vector<Need> all;
    for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim))
        for (Need& need : needs_at(experiment, {run.variant->name}, run.set, gpu, claim.expect)) {
            need.needs_counters = catalogue::needs_counters(claim);
            all.push_back(std::move(need));
        }
    return all;
}

std::vector<Need> needs_of(const model::Experiment& experiment, const model::Question& question, const model::Gpu& gpu)
{
    std::string formulas = question.answer;
    for (const model::Option& choice : question.choices) formulas += " " + choice.when;
    return needs_at(experiment, catalogue::question_variants(experiment, question), question.set, gpu, formulas);
}

std::vector<Need> output_needs(const model::Experiment& exercise, const model::Gpu& selected,
                               const std::vector<model::Gpu>& live)
{
    std::vector<Need> needs;
    if (!exercise.exercise) return needs;
    const std::string& variant = exercise.exercise->variant;
    for (const model::Gpu& gpu : live) needs.push_back({variant, catalogue::initial_values(exercise, gpu), gpu.name});
    const auto limits = catalogue::access_limits(exercise.source);
    const bool has_limits = !limits || !limits->empty();
    if (needs.empty() || has_limits)
        needs.push_back({variant, catalogue::processor_values(exercise, selected), selected.name, false, false, true});
    return needs;
}

std::optional<model::Gpu> claim_gpu(const model::Claim& claim, const model::Gpu& selected, const ChooseGpu& choose)
{
    if (claim.gpu == catalogue::every_architecture) return selected;
    std::optional<model::Gpu> first;
    for (const std::string& name : catalogue::claim_gpu_names(claim)) {
        const auto named = choose(name);
        if (!named) continue;
        if (named->name == selected.name) return selected;
        if (!first) first = named;
    }
    return first;
}

}  // namespace spillway::judging
