#include "app/cli/sweep.h"

#include <fmt/format.h>

#include "app/cli/axis.h"
#include "app/cli/batch.h"
#include "app/cli/progress.h"
#include "app/cli/sweep_output.h"

namespace spillway::cli {
namespace {

constexpr std::size_t most_configurations = 100000;

model::Expected<std::vector<Axis>> parse_axes(const model::Experiment& experiment,
                                              const std::vector<std::string>& texts, std::size_t variants)
{
    std::vector<Axis> axes;
    std::size_t configurations = variants;
    for (const std::string& text : texts) {
        auto axis = parse_axis(experiment, text);
        if (!axis) return axis.error();
        for (const Axis& before : axes)
            if (before.parameter == axis->parameter)
                return model::Error{"'" + axis->parameter->name + "' appears twice", "--axis", "name each axis once"};
        configurations *= axis->values.size();
        if (configurations > most_configurations)
            return model::Error{fmt::format("that is more than {} configurations", most_configurations), "--axis",
                                "take fewer values or a larger step"};
        axes.push_back(std::move(*axis));
    }
    return axes;
}

/// Every combination; the last axis varies fastest, and all variants of one combination are adjacent.
std::vector<BatchItem> make_items(const model::Experiment& experiment,
                                  const std::vector<const model::Variant*>& variants, const std::vector<Axis>& axes,
                                  const model::Values& base, bool counters)
{
    std::vector<BatchItem> items;
    std::vector<std::size_t> at(axes.size(), 0);
    for (;;) {
        model::Values values = base;
        for (std::size_t i = 0; i < axes.size(); ++i) values[axes[i].parameter->name] = axes[i].values[at[i]];
        for (const model::Variant* variant : variants) items.push_back({&experiment, variant, values, counters});
        std::size_t moving = axes.size();
        while (moving > 0 && ++at[moving - 1] == axes[moving - 1].values.size()) at[--moving] = 0;
        if (moving == 0) return items;
    }
}

}  // namespace

int sweep_command(const CommonOptions& options, const SweepOptions& sweep)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto asked = read_request(*context, options);
    if (!asked) return fail(asked.error());
    const model::Experiment& experiment = *asked->experiment;
    const auto axes = parse_axes(experiment, sweep.axes, asked->variants.size());
    if (!axes) return fail(axes.error());
    if (auto refusal = check_sweep_files(sweep)) return fail(*refusal);

    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());
    list_what_goes(dispatcher.status(), {&experiment});

    const std::vector<BatchItem> items =
        make_items(experiment, asked->variants, *axes, asked->values, options.counters);
    const ProgressLine progress(items.size());
    Tally tally;
    BatchOptions batch;
    batch.inspect_sass = sweep.inspect_sass;
    batch.interpret = true;
    batch.stop = &InterruptGuard::interrupted();
    batch.on_result = [&](std::size_t, const model::RunResult& result) {
        tally.add(result);
        progress.step(tally);
    };
    std::vector<model::RunResult> results;
    {
        const InterruptGuard guard;
        for (auto& result : run_batch(dispatcher, context->library, *gpu, items, batch))
            if (result) results.push_back(std::move(*result));
    }
    progress.end(tally);
    tell_recording(*context, results);

    if (const auto error = write_sweep(*context, {experiment, asked->variants, *axes, *gpu, results}, sweep))
        return fail(*error, exit_other);
    if (InterruptGuard::interrupted())
        return fail(
            {fmt::format("interrupted: {} of {} configurations were kept", results.size(), items.size()), "sweep", ""},
            exit_other);
    if (tally.has_failures())
        return fail({fmt::format("of {} configurations failed: {}", tally.done(), tally.failures()), "sweep",
                     "the output has their messages"},
                    exit_refused);
    // Without a compiler, refusals say nothing about the kernels.
    return tally.refused() == items.size() && !context->library.has_compiler() ? exit_other : exit_ok;
}

}  // namespace spillway::cli
