#include "app/cli/batch.h"

#include <algorithm>

namespace spillway::cli {
namespace {

/// A configuration whose formulas cannot be evaluated: refused before anything could be compiled.
model::RunResult refused(const BatchItem& item, const model::Gpu& gpu, const model::Error& error)
{
    model::RunResult result;
    result.experiment = item.experiment->name;
    result.variant = item.variant->name;
    result.parameters = item.values;
    result.gpu_name = gpu.name;
    result.gpu_arch = gpu.arch();
    result.status = model::Status::launch_error;
    result.message = error.where.empty() ? error.what : error.where + ": " + error.what;
    if (!error.advice.empty()) result.advice = error.advice;
    result.measurement.reason = "the configuration was refused";
    return result;
}

bool has_compiler(const session::Dispatcher& dispatcher)
{
    const session::WorkerStatus& worker = dispatcher.status();
    return worker.state != session::WorkerState::unavailable && worker.hello && worker.hello->compiler.available;
}

bool measures_live(const session::Dispatcher& dispatcher, const model::Gpu& gpu)
{
    const auto& hello = dispatcher.status().hello;
    return hello && std::any_of(hello->live_gpus.begin(), hello->live_gpus.end(),
                                [&](const model::Gpu& live) { return live.arch() == gpu.arch(); });
}

/// With what nobody set at its initial value on this GPU.
BatchItem completed(BatchItem item, const model::Gpu& gpu)
{
    item.values.merge(catalogue::initial_values(*item.experiment, gpu));
    return item;
}

session::RecordedResults::ResultPointer recorded(const BatchOptions& options, const BatchItem& item,
                                                 const model::Gpu& gpu)
{
    if (options.recording == nullptr) return nullptr;
    return options.recording->find(item.experiment->name, item.variant->name, item.values, gpu.name);
}

}  // namespace

std::vector<std::optional<model::RunResult>> run_batch(session::Dispatcher& dispatcher, const model::Gpu& gpu,
                                                       const std::vector<BatchItem>& asked, const BatchOptions& options)
{
    std::vector<BatchItem> items;
    for (const BatchItem& item : asked) items.push_back(completed(item, gpu));
    std::vector<std::optional<model::RunResult>> results(items.size());
    const std::size_t most_in_flight = dispatcher.status().hello ? dispatcher.status().hello->compile_threads * 2 : 2;
    std::size_t next = 0;
    const auto stopped = [&] { return options.stop != nullptr && options.stop->load(); };
    const auto keep = [&](std::size_t index, const model::RunResult& result) {
        results[index] = result;
        if (options.on_result) options.on_result(index, result);
    };
    const auto submit = [&](std::size_t index) {
        const BatchItem& item = items[index];
        if (!has_compiler(dispatcher))
            if (const auto known = recorded(options, item, gpu)) return keep(index, *known);
        auto job = catalogue::make_job(*item.experiment, *item.variant, item.values, gpu);
        if (!job) return keep(index, refused(item, gpu, job.error()));
        dispatcher.add_source(catalogue::source_text(*item.experiment));
        protocol::Run run;
        run.inspect_sass = options.inspect_sass;
        run.measure = options.measure;
        run.refine = options.refine;
        run.count = item.count;
        run.job = std::move(*job);
        dispatcher.submit(std::move(run), [&, index](const protocol::FromWorker& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            if (result == nullptr || !result->is_final) return;
            const auto known = recorded(options, items[index], gpu);
            const bool wanted = known != nullptr && !measures_live(dispatcher, gpu) &&
                                result->result.measurement.source == model::MeasurementSource::none;
            keep(index, wanted ? session::with_recorded_measurement(result->result, *known) : result->result);
        });
    };
    while (!stopped() && (next < items.size() || dispatcher.in_flight() > 0)) {
        while (next < items.size() && dispatcher.in_flight() < most_in_flight) submit(next++);
        if (dispatcher.in_flight() > 0) dispatcher.wait_and_poll(0.1);
    }
    return results;
}

}  // namespace spillway::cli
