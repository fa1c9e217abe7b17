#include <fmt/format.h>

#include <algorithm>

#include "app/catalogue/claims.h"
#include "app/cli/batch.h"
#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

struct Tally {
    int holds = 0, broken = 0, unknown = 0;
};

const model::Gpu* find_gpu(const Context& context, const std::string& name)
{
    for (const model::Gpu& gpu : context.gpus)
        if (gpu.name == name) return &gpu;
    return nullptr;
}

/// Whether a claim speaks of what only hardware counters tell.
bool names_counter(const std::string& expect)
{
    return std::ranges::any_of(model::metrics(), [&](const model::Metric& metric) {
        return metric.is_counted && expect.find(metric.key) != std::string::npos;
    });
}

/// Runs what the claim speaks of and compares.
catalogue::ClaimCheck check_one(session::Dispatcher& dispatcher, const Context& context,
                                const model::Experiment& experiment, const model::Claim& claim)
{
    const model::Gpu* gpu = find_gpu(context, claim.gpu);
    if (gpu == nullptr) return {catalogue::ClaimVerdict::broken, "there is no GPU '" + claim.gpu + "'"};
    std::vector<BatchItem> items;
    for (const std::string& name : catalogue::claim_variants(experiment, claim))
        items.push_back({&experiment, experiment.find_variant(name), claim.set, names_counter(claim.expect)});
    BatchOptions options;
    options.inspect_sass = claim.expect.find("sass_") != std::string::npos;
    options.measure = options.refine = claim.needs_measurement;
    options.recording = context.recording ? &*context.recording : nullptr;
    std::vector<model::RunResult> results;
    for (auto& result : run_batch(dispatcher, *gpu, items, options)) results.push_back(std::move(*result));
    return catalogue::check_claim(experiment, claim, results, *gpu);
}

void report(const model::Experiment& experiment, const model::Claim& claim, const catalogue::ClaimCheck& check,
            Tally& tally)
{
    const char* word = "";
    switch (check.verdict) {
        case catalogue::ClaimVerdict::holds:
            word = "holds";
            ++tally.holds;
            break;
        case catalogue::ClaimVerdict::broken:
            word = "BROKEN";
            ++tally.broken;
            break;
        case catalogue::ClaimVerdict::unknown:
            word = "not checked";
            ++tally.unknown;
            break;
    }
    print("{:<12} {}/{}: {} ({})\n", word, experiment.name, claim.id, claim.text, check.detail);
}

}  // namespace

int check_command(const CommonOptions& options, const std::vector<std::string>& names)
{
    const auto context = load_context(options);
    if (!context) return fail(context.error());
    std::vector<const model::Experiment*> experiments;
    for (const std::string& name : names) {
        const auto experiment = find_experiment(*context, name);
        if (!experiment) return fail(experiment.error());
        experiments.push_back(*experiment);
    }
    if (names.empty())
        for (const model::Experiment& experiment : context->catalogue.experiments)
            if (experiment.trusted) experiments.push_back(&experiment);
    for (const model::Experiment* experiment : experiments)
        if (auto refusal = refuse_untrusted(*experiment)) return fail(*refusal);

    session::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = wait_for_worker(dispatcher)) return fail(*trouble, exit_other);
    Tally tally;
    for (const model::Experiment* experiment : experiments)
        for (const model::Claim& claim : experiment->claims)
            report(*experiment, claim, check_one(dispatcher, *context, *experiment, claim), tally);
    print("{} hold, {} broken, {} not checked\n", tally.holds, tally.broken, tally.unknown);
    if (tally.broken > 0) return exit_refused;
    // Nothing checked at all is no success.
    return tally.holds > 0 || tally.unknown == 0 ? exit_ok : exit_other;
}

}  // namespace spillway::cli
