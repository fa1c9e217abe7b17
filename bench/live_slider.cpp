// From a slider's move to the throughput that stays, on the GPU of this machine: one configuration after another, as
// a hand asks for them, each compiled before.
//
//     live_slider [EXPERIMENT PARAMETER]        running_mean window_size
//
// Prints a line for each variant and one for all; the program needs the worker beside it and a GPU.

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "app/catalogue/formula/parameter_values.h"
#include "app/cli/batch.h"
#include "app/cli/context.h"
#include "bench/statistics.h"

namespace spillway::bench {
namespace {

constexpr int max_moves = 48;

struct Moves {
    Samples samples;
    int without_time = 0;  ///< answers that had no measurement
};

/// One after another: the next is asked for when the last has its final word.
Moves move_through(worker_client::Dispatcher& dispatcher, cli::Context& context, const model::Gpu& gpu,
                   const std::vector<cli::BatchItem>& items)
{
    cli::BatchOptions options;
    options.inspect_sass = false;
    Moves moves;
    for (const cli::BatchItem& item : items) {
        const auto begin = std::chrono::steady_clock::now();
        const auto results = cli::run_batch(dispatcher, context.library, gpu, {item}, options);
        moves.samples.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        if (!results.front() || results.front()->measurement.source != model::MeasurementSource::live)
            ++moves.without_time;
    }
    return moves;
}

std::vector<cli::BatchItem> items_of(const model::Experiment& experiment, const model::Variant& variant,
                                     const model::Parameter& parameter, const model::Gpu& gpu)
{
    std::vector<cli::BatchItem> items;
    for (const model::Value& value : catalogue::axis_values(parameter, max_moves)) {
        model::Values values = catalogue::initial_values(experiment, gpu);
        values[parameter.name] = value;
        items.push_back({&experiment, &variant, std::move(values)});
    }
    return items;
}

void print_row(const std::string& name, const Moves& moves)
{
    std::printf("%-20s %4zu moves  p50 %6.1f ms  p95 %6.1f ms  without a time %d\n", name.c_str(), moves.samples.size(),
                moves.samples.p50() * 1e3, moves.samples.p95() * 1e3, moves.without_time);
}

int run(const std::string& experiment_name, const std::string& parameter_name)
{
    cli::CommonOptions options;
    options.experiment = experiment_name;
    auto context = cli::load_context(options);
    if (!context) return cli::fail(context.error());
    const auto experiment = cli::find_experiment(*context, experiment_name);
    if (!experiment) return cli::fail(experiment.error());
    const auto parameter = cli::find_parameter(**experiment, parameter_name);
    if (!parameter) return cli::fail(parameter.error());

    // Another worker for the second pass: it has nothing in memory, only the cache on the disk.
    Moves all;
    for (const bool is_compiled : {false, true}) {
        worker_client::Dispatcher dispatcher(context->worker_command, {});
        if (const auto trouble = cli::meet_worker(dispatcher, *context)) return cli::fail(*trouble, cli::exit_other);
        const auto gpu = context->library.choose_gpu("live");
        if (!gpu) return cli::fail(gpu.error(), cli::exit_other);
        for (const model::Variant& variant : (*experiment)->variants) {
            const auto items = items_of(**experiment, variant, **parameter, *gpu);
            if (!is_compiled) {
                cli::BatchOptions compile_only;
                compile_only.inspect_sass = false;
                (void)cli::run_batch(dispatcher, context->library, *gpu, items, compile_only);
                continue;
            }
            const Moves moves = move_through(dispatcher, *context, *gpu, items);
            print_row(variant.name, moves);
            all.samples.add(moves.samples);
            all.without_time += moves.without_time;
        }
    }
    print_row("all", all);
    return all.without_time == 0 ? 0 : 1;
}

}  // namespace
}  // namespace spillway::bench

int main(int count, char** arguments)
{
    if (count != 1 && count != 3) {
        std::fprintf(stderr, "live_slider [EXPERIMENT PARAMETER]\n");
        return 2;
    }
    return spillway::bench::run(count == 3 ? arguments[1] : "running_mean", count == 3 ? arguments[2] : "window_size");
}
