#include <fmt/format.h>

#include "app/catalogue/claims.h"
#include "app/cli/batch.h"
#include "app/cli/commands.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

struct Tally {
    int holds = 0, broken = 0, unknown = 0;
};

/// Runs what the claim speaks of on one GPU and compares.
catalogue::ClaimCheck check_on(session::Dispatcher& dispatcher, const Context& context,
                               const model::Experiment& experiment, const model::Claim& claim, const model::Gpu& gpu)
{
    std::vector<BatchItem> items;
    for (const std::string& name : catalogue::claim_variants(experiment, claim))
        items.push_back({&experiment, experiment.find_variant(name), claim.set, catalogue::needs_counters(claim)});
    BatchOptions options;
    options.inspect_sass = claim.expect.find("sass_") != std::string::npos;
    options.measure = options.refine = claim.needs_measurement;
    std::vector<model::RunResult> results;
    for (auto& result : run_batch(dispatcher, context.knowledge, gpu, items, options))
        results.push_back(std::move(*result));
    return catalogue::check_claim(experiment, claim, results, gpu);
}

/// On every GPU that the claim is made for: it holds where it holds on all, and is told of the first where it does not.
catalogue::ClaimCheck check_one(session::Dispatcher& dispatcher, const Context& context,
                                const model::Experiment& experiment, const model::Claim& claim)
{
    const std::vector<const model::Gpu*> gpus = catalogue::claim_gpus(claim, context.knowledge.table());
    if (gpus.empty()) return {catalogue::ClaimVerdict::broken, "there is no GPU '" + claim.gpu + "'"};
    catalogue::ClaimCheck whole{catalogue::ClaimVerdict::holds, ""};
    for (const model::Gpu* gpu : gpus) {
        // Where the live GPU is the table's, it is the one that can measure.
        const auto chosen = context.knowledge.choose_gpu(gpu->name);
        catalogue::ClaimCheck check = check_on(dispatcher, context, experiment, claim, chosen ? *chosen : *gpu);
        check.detail = fmt::format("{} ({}): {}", gpu->name, gpu->arch(), check.detail);
        if (check.verdict == catalogue::ClaimVerdict::broken) return check;
        if (whole.verdict == catalogue::ClaimVerdict::holds && (whole.detail.empty() || check.verdict != whole.verdict))
            whole = check;
    }
    if (gpus.size() > 1 && whole.verdict == catalogue::ClaimVerdict::holds)
        whole.detail += fmt::format(", and on {} more", gpus.size() - 1);
    return whole;
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
    auto context = load_context(options);
    if (!context) return fail(context.error());
    std::vector<const model::Experiment*> experiments;
    for (const std::string& name : names) {
        const auto experiment = find_experiment(*context, name);
        if (!experiment) return fail(experiment.error());
        experiments.push_back(*experiment);
    }
    if (names.empty())
        for (const model::Experiment& experiment : context->knowledge.catalogue().experiments)
            if (experiment.trusted) experiments.push_back(&experiment);
    for (const model::Experiment* experiment : experiments)
        if (auto refusal = refuse_untrusted(*experiment)) return fail(*refusal);

    if (auto error = context->knowledge.open_recording_or_default(options.recording)) return fail(*error);
    print_log(*context);
    session::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
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
