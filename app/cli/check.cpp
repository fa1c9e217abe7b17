#include "app/cli/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <tuple>

#include "app/base/counted.h"
#include "app/catalogue/axis_claims.h"
#include "app/cli/asked_claims.h"
#include "app/cli/batch.h"
#include "app/cli/mutations.h"
#include "app/cli/print.h"
#include "app/cli/progress.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

struct ClaimTally {
    int holds = 0, broken = 0, unknown = 0;
};

using Asked = AskedClaim;

bool inspects_sass(const Asked& asked)
{
    return model::needs_code(asked.claim->expect);
}

/// Claims with the same key run in one batch, so that every core has work.
auto batch_key(const Asked& asked)
{
    return std::tuple(asked.gpu.name, asked.claim->needs_measurement, inspects_sass(asked));
}

std::vector<BatchItem> items_of(const Asked& asked)
{
    std::vector<BatchItem> found;
    for (catalogue::ClaimRun& run : catalogue::claim_runs(*asked.experiment, *asked.claim))
        found.push_back({asked.experiment, run.variant, std::move(run.set), catalogue::needs_counters(*asked.claim)});
    return found;
}

/// The GPU whose results stand for one of the table: the live one of that name, unless a recording was named.
model::Gpu result_gpu(const Context& context, const model::Gpu& gpu, bool is_recording_named)
{
    const auto live = context.library.choose_gpu("live");
    if (live && !is_recording_named && context.library.table_name(*live) == gpu.name) return *live;
    const auto chosen = context.library.choose_gpu(gpu.name);
    return chosen ? *chosen : gpu;
}

/// The GPUs to check, and whether the user named a recording.
struct Sources {
    std::vector<model::Gpu> wanted;  ///< all if empty
    bool is_recording_named = false;

    /// A claim on every architecture is checked on one GPU of each, which stands for all others of its architecture.
    [[nodiscard]] bool wants(const model::Claim& claim, const model::Gpu& gpu) const
    {
        return wanted.empty() || std::ranges::any_of(wanted, [&](const model::Gpu& each) {
                   return each.name == gpu.name ||
                          (claim.gpu == catalogue::every_architecture && each.arch() == gpu.arch());
               });
    }
};

/// Every claim on each of its GPUs.
std::vector<Asked> all_asked(const Context& context, const model::Experiment& experiment, const Sources& sources)
{
    std::vector<Asked> asked;
    for (const model::Claim& claim : experiment.claims)
        for (const model::Gpu* gpu : catalogue::claim_gpus(claim, context.library.table()))
            if (sources.wants(claim, *gpu))
                asked.push_back({&experiment, &claim, gpu, result_gpu(context, *gpu, sources.is_recording_named), {}});
    return asked;
}

/// The named GPUs. A live one is replaced by its entry in the table, because claims name GPUs of the table.
model::Expected<std::vector<model::Gpu>> chosen_gpus(const Context& context, const std::vector<std::string>& names)
{
    std::vector<model::Gpu> gpus;
    const std::vector<model::Gpu>& table = context.library.table();
    for (const std::string& name : names) {
        const auto gpu = context.library.choose_gpu(name);
        if (!gpu) return gpu.error();
        const std::string known = context.library.table_name(*gpu);
        const auto entry = std::ranges::find(table, known, &model::Gpu::name);
        gpus.push_back(context.library.is_live(gpu->name) && entry != table.end() ? *entry : *gpu);
    }
    return gpus;
}

/// The configurations of claims, each once, and the claims that need each.
struct Batch {
    using Key = std::tuple<const model::Experiment*, const model::Variant*, model::Values, bool>;
    std::vector<BatchItem> items;
    std::vector<std::vector<Asked*>> owners;
    std::map<Key, std::size_t> index;

    void add(Asked& asked)
    {
        for (BatchItem& item : items_of(asked)) {
            const auto [at, is_new] =
                index.try_emplace({item.experiment, item.variant, item.values, item.count}, items.size());
            if (is_new) {
                items.push_back(std::move(item));
                owners.emplace_back();
            }
            owners[at->second].push_back(&asked);
        }
    }
};

void ask(worker_client::Dispatcher& dispatcher, Context& context, std::vector<Asked*> asked, bool refine)
{
    std::stable_sort(asked.begin(), asked.end(),
                     [](const Asked* a, const Asked* b) { return batch_key(*a) < batch_key(*b); });
    for (auto first = asked.begin(), last = first; first != asked.end(); first = last) {
        last =
            std::find_if(first, asked.end(), [&](const Asked* each) { return batch_key(*each) != batch_key(**first); });
        Batch batch;
        for (auto each = first; each != last; ++each) batch.add(**each);
        BatchOptions options;
        options.inspect_sass = inspects_sass(**first);
        options.measure = (*first)->claim->needs_measurement;
        options.refine = refine;
        options.interpret = true;
        options.stop = &InterruptGuard::interrupted();
        const auto results = run_batch(dispatcher, context.library, (*first)->gpu, batch.items, options);
        if (*options.stop) return;
        for (std::size_t i = 0; i < results.size(); ++i)
            for (Asked* owner : batch.owners[i]) owner->results.push_back(*results[i]);
    }
}

/// Measures everything as fast as for a slider. Claims that do not hold are then measured longer before they count as
/// broken.
void ask_all(worker_client::Dispatcher& dispatcher, Context& context, std::vector<Asked>& asked)
{
    std::vector<Asked*> all, doubtful;
    for (Asked& each : asked) all.push_back(&each);
    ask(dispatcher, context, all, false);
    if (InterruptGuard::interrupted()) return;
    for (Asked* each : all) {
        if (!each->claim->needs_measurement || !context.library.is_live(each->gpu.name)) continue;
        const auto check = each->check();
        if (check.verdict == catalogue::ClaimVerdict::holds) continue;
        each->results.clear();
        doubtful.push_back(each);
    }
    ask(dispatcher, context, doubtful, true);
}

/// A claim holds if it holds on all its GPUs. Otherwise reports the first GPU where it does not.
catalogue::ClaimCheck verdict_on(const model::Claim& claim, const std::vector<Asked>& asked,
                                 const std::vector<model::Gpu>& table)
{
    if (const auto unknown = catalogue::unknown_gpus(claim, table); !unknown.empty())
        return {catalogue::ClaimVerdict::broken, "there is no GPU '" + unknown.front() + "'"};
    catalogue::ClaimCheck whole{catalogue::ClaimVerdict::holds, ""};
    std::size_t gpus = 0;
    for (const Asked& each : asked) {
        if (each.claim != &claim) continue;
        ++gpus;
        catalogue::ClaimCheck check = each.check();
        check.detail = fmt::format("{} ({}): {}", each.named->name, each.gpu.arch(), check.detail);
        if (check.verdict == catalogue::ClaimVerdict::broken) {
            check.detail += ", but the claim says " + claim.expect;
            return check;
        }
        if (whole.verdict == catalogue::ClaimVerdict::holds && (whole.detail.empty() || check.verdict != whole.verdict))
            whole = check;
    }
    if (gpus > 1 && whole.verdict == catalogue::ClaimVerdict::holds)
        whole.detail += fmt::format(", and on {} more", gpus - 1);
    return whole;
}

void report(const model::Experiment& experiment, const model::Claim& claim, const catalogue::ClaimCheck& check,
            ClaimTally& tally)
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

/// The named experiments; without names, all trusted ones but exercises. The Error names one that is not trusted.
model::Expected<std::vector<const model::Experiment*>> chosen(const Context& context,
                                                              const std::vector<std::string>& names)
{
    std::vector<const model::Experiment*> experiments;
    for (const std::string& name : names) {
        const auto experiment = find_experiment(context, name);
        if (!experiment) return experiment.error();
        experiments.push_back(*experiment);
    }
    if (names.empty())
        for (const model::Experiment& experiment : context.library.catalogue().experiments)
            // An exercise's claims are goals, which are broken until the learner reaches them.
            if (experiment.origin.trusted && !experiment.exercise) experiments.push_back(&experiment);
    for (const model::Experiment* experiment : experiments)
        if (auto refusal = refuse_untrusted(*experiment)) return *refusal;
    return experiments;
}

model::Error interrupted(std::size_t checked, std::size_t all)
{
    return {fmt::format("interrupted: {} of {} checked", checked, base::counted(all, "experiment")), "check",
            "name the others to check them"};
}

/// Checks one by one and prints each when done, because on a GPU an experiment takes minutes.
model::Expected<ClaimTally> check_each(worker_client::Dispatcher& dispatcher, Context& context,
                                       const std::vector<const model::Experiment*>& experiments, const Sources& sources)
{
    ClaimTally tally;
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        std::vector<Asked> asked = all_asked(context, *experiments[i], sources);
        ask_all(dispatcher, context, asked);
        if (InterruptGuard::interrupted()) return interrupted(i, experiments.size());
        const auto is_asked = [&](const model::Claim& claim) {
            return sources.wanted.empty() ||
                   std::ranges::any_of(asked, [&](const Asked& each) { return each.claim == &claim; });
        };
        for (const model::Claim& claim : experiments[i]->claims)
            if (is_asked(claim))
                report(*experiments[i], claim, verdict_on(claim, asked, context.library.table()), tally);
        std::fflush(stdout);
    }
    return tally;
}

int mutate_each(worker_client::Dispatcher& dispatcher, Context& context,
                const std::vector<const model::Experiment*>& experiments, const Sources& sources)
{
    std::vector<Asked> all;
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        std::vector<Asked> asked = all_asked(context, *experiments[i], sources);
        ask_all(dispatcher, context, asked);
        if (InterruptGuard::interrupted()) return fail(interrupted(i, experiments.size()), exit_other);
        std::ranges::move(asked, std::back_inserter(all));
    }
    return report_mutations(experiments, all);
}

}  // namespace

int check_command(const CheckOptions& options)
{
    auto context = load_context_of(options.experiments, options.common);
    if (!context) return fail(context.error());
    const auto experiments = chosen(*context, options.experiments);
    if (!experiments) return fail(experiments.error());
    if (auto error = context->library.open_recording_or_default(options.common.recording)) return fail(*error);
    print_log(*context);
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    auto gpus = chosen_gpus(*context, options.gpus);  // the worker names the live GPU
    if (!gpus) return fail(gpus.error());
    const InterruptGuard guard;
    const Sources sources{std::move(*gpus), !options.common.recording.empty()};
    if (options.mutate) return mutate_each(dispatcher, *context, *experiments, sources);
    const auto tally = check_each(dispatcher, *context, *experiments, sources);
    if (!tally) return fail(tally.error(), exit_other);
    print("{} hold, {} broken, {} not checked\n", tally->holds, tally->broken, tally->unknown);
    if (tally->broken > 0) return exit_refused;
    // Success needs at least one checked claim.
    return tally->holds > 0 || tally->unknown == 0 ? exit_ok : exit_other;
}

}  // namespace spillway::cli
