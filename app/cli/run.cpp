#include "app/cli/run.h"

#include <set>

#include <fmt/format.h>

#include "app/cli/batch.h"
#include "app/cli/build_notes.h"
#include "app/cli/csv_output.h"
#include "app/cli/output.h"
#include "app/cli/pictures.h"
#include "app/cli/print.h"
#include "app/cli/progress.h"
#include "app/model/counted_blocks.h"
#include "app/model/metrics.h"
#include "app/model/stack_size.h"

namespace spillway::cli {
namespace {

void print_row(const std::string& label, const std::vector<std::string>& cells)
{
    print("{:<26}", label);
    for (const std::string& cell : cells) print("  {:>18}", cell);
    print("\n");
}

/// Prints a line per cause, then its evidence.
void print_causes(const model::RunResult& result)
{
    if (result.causes->empty()) print("\n{}: nothing is in local memory\n", result.variant);
    for (const model::Cause& cause : *result.causes) {
        const std::string place = cause.line ? " (line " + std::to_string(*cause.line) + ")" : "";
        print("\n{}: {} bytes: {} {}{}\n", result.variant, cause.bytes, model::to_string(cause.kind),
              cause.symbol.value_or(cause.function), place);
        print("    {}\n", cause.evidence);
        if (cause.repair)
            print("    Compiled with this change: {}: stack frame {} bytes, spill stores {} bytes\n",
                  cause.repair->change, cause.repair->stack_frame_bytes, cause.repair->spill_store_bytes);
    }
}

/// Prints a line per source line with code.
void print_lines(const model::RunResult& result)
{
    print("\n{}: live registers and spilled bytes (stores, loads) of each line\n", result.variant);
    for (const model::SourceLineNeeds& line : *result.lines) {
        print("{:>8}  {:>4}", line.line, line.live_registers ? std::to_string(*line.live_registers) : "-");
        const model::SpillBytes& spills = line.spills;
        if (spills.local_stores + spills.local_loads > 0)
            print("  {:>6} {:>6} local", spills.local_stores, spills.local_loads);
        if (spills.shared_stores + spills.shared_loads > 0)
            print("  {:>6} {:>6} shared", spills.shared_stores, spills.shared_loads);
        print("\n");
    }
}

/// Prints which numbers the interpreter counted on some blocks.
void print_counted(const model::RunResult& result)
{
    std::string names;
    for (const model::Metric& metric : model::metrics())
        if (model::is_interpreted(metric, result) && metric.get(result))
            names += (names.empty() ? "" : ", ") + std::string(metric.label);
    if (names.empty()) return;
    print("\n{}: {}{}: {}\n", result.variant, model::counted_words(*result.counted),
          model::is_estimate(result) ? "; the blocks differ, so the numbers are estimates" : "", names);
}

/// Prints why results have no time, each reason once. A failed result has its own message.
void print_why_unmeasured(const std::vector<model::RunResult>& results)
{
    std::set<std::string> printed;
    for (const model::RunResult& result : results) {
        const bool is_unmeasured = result.measurement.source == model::MeasurementSource::none;
        if (is_unmeasured && result.status == model::Status::ok && printed.insert(result.measurement.reason).second)
            print("\n{}\n", model::no_measurement_words(result.measurement));
    }
}

/// Prints a column per variant and a row per metric with a value.
void print_table(const std::vector<model::RunResult>& results)
{
    std::vector<std::string> cells;
    for (const model::RunResult& result : results) cells.push_back(result.variant);
    print_row("", cells);
    cells.clear();
    for (const model::RunResult& result : results) cells.emplace_back(model::to_string(result.status));
    print_row("status", cells);
    for (const model::Metric& metric : model::metrics()) {
        cells.clear();
        bool any = false;
        for (const model::RunResult& result : results) {
            const auto value = metric.get(result);
            any = any || (value && !model::repeats_the_frame(metric, result));
            cells.push_back(value ? model::format_metric(metric, *value) : "-");
        }
        if (any) print_row(std::string(metric.label), cells);
    }
    for (const model::RunResult& result : results) {
        if (result.message) print("\n{}: {}\n", result.variant, *result.message);
        if (result.advice) print("{}{}: {}\n", result.message ? "" : "\n", result.variant, *result.advice);
    }
    for (const model::RunResult& result : results) print_counted(result);
    for (const model::RunResult& result : results)
        if (result.measurement.counters_reason)
            print("\n{}: {}\n", result.variant, *result.measurement.counters_reason);
    for (const model::RunResult& result : results)
        if (result.causes) print_causes(result);
    for (const model::RunResult& result : results)
        if (result.lines) print_lines(result);
    print_why_unmeasured(results);
}

/// Draws a run as a sweep of one value.
std::optional<model::Error> write_pictures(const model::Gpu& gpu, const Request& asked,
                                           const std::vector<model::RunResult>& results, const RunPictures& pictures)
{
    const model::Parameter* x = asked.experiment->find_parameter(asked.experiment->x_axis);
    if (!pictures.any() || x == nullptr || results.empty()) return std::nullopt;
    const std::vector<Axis> axes{{x, {results.front().parameters.at(x->name)}}};
    const SweepResults sweep{*asked.experiment, asked.variants, axes, gpu, results};
    const charts::Purpose purpose = *read_purpose(pictures.purpose);
    if (auto error = write_memory_picture(sweep, pictures.memory, purpose)) return error;
    return write_roofline_picture(sweep, pictures.roofline, purpose);
}

}  // namespace

int run_command(CommonOptions options, const RunPictures& pictures)
{
    if (auto refusal = check_picture(pictures.memory, "--memory", pictures.force)) return fail(*refusal);
    if (auto refusal = check_picture(pictures.roofline, "--roofline", pictures.force)) return fail(*refusal);
    if (auto refusal = check_output(pictures.csv, OutputKind::csv, pictures.force)) return fail(*refusal);
    if (auto error = check_distinct({pictures.csv, options.json ? "-" : "", pictures.memory, pictures.roofline}))
        return fail(*error);
    if (const auto purpose = read_purpose(pictures.purpose); !purpose) return fail(purpose.error());
    options.counters = options.counters || pictures.any();
    auto context = load_context_of({options.experiment}, options);
    if (!context) return fail(context.error());
    const auto asked = read_request(*context, options);
    if (!asked) return fail(asked.error());
    return run_requests(*context, options, {*asked}, pictures);
}

int run_requests(Context& context, const CommonOptions& options, const std::vector<Request>& requests,
                 const RunPictures& pictures)
{
    worker_client::Dispatcher dispatcher(context.worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, context)) return fail(*trouble, exit_other);
    const auto gpu = context.library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());
    std::vector<const model::Experiment*> experiments;
    for (const Request& asked : requests) experiments.push_back(asked.experiment);
    list_what_goes(dispatcher.status(), experiments);
    return run_requests(context, options, dispatcher, *gpu, requests, pictures);
}

int run_requests(Context& context, const CommonOptions& options, worker_client::Dispatcher& dispatcher,
                 const model::Gpu& gpu, const std::vector<Request>& requests, const RunPictures& pictures)
{
    std::vector<BatchItem> items;
    for (const Request& asked : requests)
        for (const model::Variant* variant : asked.variants)
            items.push_back({asked.experiment, variant, asked.values, options.counters, false, false,
                             asked.stopped ? &*asked.stopped : nullptr});
    std::vector<model::RunResult> results;
    BatchOptions batch;
    batch.interpret = true;
    batch.inspect_sass = !options.quick;
    for (auto& result : run_batch(dispatcher, context.library, gpu, items, batch))
        results.push_back(std::move(*result));
    // From here Ctrl+C ends the wait for causes and lines only; the results are printed.
    const InterruptGuard guard;
    const auto add = [&](results::Stage stage) {
        return ask_more(stage, dispatcher, context.library, gpu, items, results);
    };
    const bool is_whole =
        (!options.causes || add(results::Stage::causes)) && (!options.lines || add(results::Stage::code));
    if (!is_whole) (void)fail({"stopped", "run", "the causes or lines of some kernels are missing below"});
    tell_recording(context, results);
    const std::vector<std::string> about_lines = line_notes(options, context, dispatcher.status());
    print_notes(about_lines);
    for (std::size_t i = 0; i < items.size(); ++i) {
        std::vector<std::string> notes = build_notes(options, *items[i].experiment);
        notes.insert(notes.end(), about_lines.begin(), about_lines.end());
        const std::string& about_launch = items[i].variant->launch_note;
        if (!about_launch.empty() && !items[i].values.contains("block_size")) notes.push_back(about_launch);
        if (!notes.empty()) results[i].notes = std::move(notes);
    }

    if (auto error = write_pictures(gpu, requests.front(), results, pictures)) return fail(*error, exit_other);
    if (auto error = write_csv(context, results, {requests.front().experiment->x_axis}, pictures.csv))
        return fail(*error, exit_other);
    if (options.json)
        print_exactly(protocol::result_to_pretty_json(results) + "\n");
    else if (pictures.csv != "-")
        print_table(results);
    return is_whole ? exit_status(results, context) : exit_other;
}

}  // namespace spillway::cli
