#include "app/cli/batch.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/progress.h"
#include "app/model/stalled_lines.h"

namespace spillway::cli {
namespace {

/// Result of an item. Every item of a batch needs one: without a reply, it says why.
model::RunResult result_of(const worker_client::Answer& answer, const model::Job& job)
{
    if (const auto* result = std::get_if<protocol::Result>(&answer)) return result->result;
    if (const auto* unanswered = std::get_if<worker_client::Unanswered>(&answer))
        return worker_client::died_result(job, unanswered->why);
    return worker_client::died_result(job, {"the worker dropped the request", "worker", ""});
}

results::Stage stage_of(const BatchOptions& options)
{
    if (options.check_output) return results::Stage::output;
    if (!options.measure) return results::Stage::details;
    return options.refine ? results::Stage::longer : results::Stage::report;
}

/// True if the kernel compiled and did not fail, but has no hardware counters.
bool lacks_counters(const model::RunResult& result)
{
    return result.compile && result.status == model::Status::ok && !result.measurement.counters;
}

/// Unset values are at their initial value on this GPU.
BatchItem completed(BatchItem item, const model::Gpu& gpu)
{
    item.values.merge(catalogue::initial_values(*item.experiment, gpu));
    return item;
}

/// Adds each line's needs, and its stall reasons if they were sampled.
void put_lines(const model::Listing& listing, model::RunResult& result)
{
    result.lines = listing.source_lines;
    const auto& samples = result.measurement.stall_samples;
    const auto stalls = samples && result.lines ? model::stalled_lines(*samples, listing) : std::nullopt;
    if (!stalls) return;
    const auto all = static_cast<double>(stalls->samples);
    for (model::SourceLineNeeds& line : *result.lines) {
        const auto at = stalls->source.find(line.line);
        if (at == stalls->source.end()) continue;
        line.sampled_share = static_cast<double>(at->second.samples) / all;
        auto& waits = line.waits.emplace();
        for (const auto& [reason, count] : at->second.by_reason) waits[reason] = static_cast<double>(count) / all;
    }
}

}  // namespace

std::vector<std::optional<model::RunResult>> run_batch(worker_client::Dispatcher& dispatcher,
                                                       results::ResultLibrary& library, const model::Gpu& gpu,
                                                       const std::vector<BatchItem>& asked, const BatchOptions& options)
{
    std::vector<BatchItem> items;
    for (const BatchItem& item : asked) items.push_back(completed(item, gpu));
    std::vector<std::optional<model::RunResult>> results(items.size());
    const auto& hello = dispatcher.status().hello;
    const std::size_t max_in_flight = options.one_at_a_time ? 1 : hello ? hello->compile_threads * 2 : 2;
    std::size_t next = 0;
    const auto stopped = [&] { return options.stop != nullptr && options.stop->load(); };
    const auto keep = [&](std::size_t index, const model::RunResult& result) {
        results[index] = result;
        if (options.on_result) options.on_result(index, result);
    };
    const auto submit = [&](std::size_t index) {
        const BatchItem& item = items[index];
        if (item.known != nullptr) {
            model::RunResult result = *item.known;
            result.experiment = item.experiment->name;
            result.variant = item.variant->name;
            result.parameters = item.values;
            return keep(index, result);
        }
        const results::Configuration configuration{*item.experiment, *item.variant, item.values, gpu};
        // A refusal before compiling, or a recorded result that nothing here could add to.
        if (const results::ResultPointer known = library.find(configuration)) return keep(index, *known);
        auto question = results::hashed_job_of(configuration);
        if (!question) return;
        dispatcher.add_source(catalogue::source_text(*item.experiment, *item.variant));
        const bool counts = item.count && options.measure;
        const results::Want want{stage_of(options),          results::Priority::focus, {}, options.inspect_sass, counts,
                                 counts && item.samples_only};
        dispatcher.submit(
            results::request_for(want, question->job, library.is_live(gpu.name)),
            [&, index, configuration, asked = *question](const worker_client::Answer& answer) {
                if (const auto* result = std::get_if<protocol::Result>(&answer); result && !result->is_final) return;
                const auto* none = std::get_if<worker_client::Unanswered>(&answer);
                if (none != nullptr && dispatcher.status().is_shipped) {
                    library.put_unanswered(asked, none->why);
                    return keep(index, *library.find(configuration));
                }
                model::RunResult result = result_of(answer, asked.job);
                result.job_hash = asked.job_hash;
                result = library.with_recorded(std::move(result));
                if (!options.interpret || !items[index].count || !lacks_counters(result)) return keep(index, result);
                dispatcher.submit(results::request_for({results::Stage::counts}, asked.job, false),
                                  [&keep, index, result](const worker_client::Answer& found) mutable {
                                      if (const auto* reply = std::get_if<protocol::InterpretReply>(&found))
                                          result.counted = reply->counted;
                                      keep(index, result);
                                  });
            });
    };
    while (!stopped() && (next < items.size() || dispatcher.in_flight() > 0)) {
        while (next < items.size() && dispatcher.in_flight() < max_in_flight) submit(next++);
        if (dispatcher.in_flight() > 0) dispatcher.wait_and_poll(0.1);
    }
    return results;
}

std::vector<model::RunResult> results_of(results::ResultLibrary& library, worker_client::Dispatcher& dispatcher,
                                         const model::Gpu& gpu, const model::Experiment& experiment,
                                         const std::vector<judging::Need>& needs)
{
    std::vector<BatchItem> items;
    BatchOptions options;
    options.inspect_sass = false;
    options.interpret = true;
    for (const judging::Need& need : needs) {
        items.push_back({&experiment, experiment.find_variant(need.variant), need.values, need.needs_counters});
        options.inspect_sass = options.inspect_sass || need.needs_code;
        options.check_output = options.check_output || need.needs_output;
    }
    std::vector<model::RunResult> results;
    for (auto& result : run_batch(dispatcher, library, gpu, items, options)) results.push_back(std::move(*result));
    return results;
}

bool ask_more(results::Stage stage, worker_client::Dispatcher& dispatcher, results::ResultLibrary& library,
              const model::Gpu& gpu, const std::vector<BatchItem>& items, std::vector<model::RunResult>& found)
{
    if (!library.has_compiler()) return true;
    const ProgressLine progress(items.size());
    Tally tally;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!found[i].compile) continue;
        const BatchItem item = completed(items[i], gpu);
        const auto question = results::hashed_job_of({*item.experiment, *item.variant, item.values, gpu});
        if (!question) continue;
        dispatcher.add_source(catalogue::source_text(*item.experiment, *item.variant));
        dispatcher.submit(results::request_for({stage}, question->job, false), [&, i](const auto& answer) {
            if (const auto* reply = std::get_if<protocol::CausesReply>(&answer)) found[i].causes = reply->causes;
            if (const auto* reply = std::get_if<protocol::ListingReply>(&answer); reply && reply->listing)
                put_lines(*reply->listing, found[i]);
            tally.add(found[i]);
            progress.step(tally);
        });
    }
    while (dispatcher.in_flight() > 0 && !InterruptGuard::interrupted()) dispatcher.wait_and_poll(0.1);
    progress.end(tally);
    return dispatcher.in_flight() == 0;
}

}  // namespace spillway::cli
