#include "app/cli/sweep.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/base/counted.h"
#include "app/catalogue/plain/file_text.h"
#include "app/cli/axis.h"
#include "app/cli/batch.h"
#include "app/cli/open.h"
#include "app/cli/print.h"
#include "app/cli/progress.h"
#include "app/cli/sweep_output.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_configurations = 100000;

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
        if (configurations > max_configurations)
            return model::Error{fmt::format("that is more than {} configurations", max_configurations), "--axis",
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

/// Takes `gpu=all`, `gpu=t4` and `gpu=[t4,h100]` out of the axes. Empty without one; the Error names an unknown GPU.
model::Expected<std::vector<model::Gpu>> take_gpu_axis(const Context& context, std::vector<std::string>& axes)
{
    constexpr std::string_view prefix = "gpu=";
    std::vector<model::Gpu> gpus;
    const auto axis =
        std::find_if(axes.begin(), axes.end(), [&](const auto& each) { return each.starts_with(prefix); });
    if (axis == axes.end()) return gpus;
    std::string list = axis->substr(prefix.size());
    axes.erase(axis);
    if (list == "all") {
        std::set<std::string> targets;  // one GPU of each architecture
        for (const model::Gpu& gpu : context.library.gpus())
            if (gpu.compilable && targets.insert(gpu.arch()).second) gpus.push_back(gpu);
        return gpus;
    }
    if (list.starts_with('[') && list.ends_with(']')) list = list.substr(1, list.size() - 2);
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const auto gpu = context.library.choose_gpu(list.substr(begin, end - begin));
        if (!gpu) return gpu.error();
        gpus.push_back(*gpu);
        begin = end + 1;
    }
    return gpus;
}

/// A user's .cu with the kernels that the compiler makes of it.
model::Expected<Request> request_for_file(Context& context, worker_client::Dispatcher& dispatcher,
                                          const CommonOptions& options, const model::Gpu& gpu,
                                          std::vector<model::Experiment>& files)
{
    list_what_goes(dispatcher.status(), {&files.front()});
    ask_for_kernels(dispatcher, context.library, gpu, files);
    const model::Experiment& file = files.front();
    auto variants = find_variants(file, options.variants);
    if (!variants) return variants.error();
    auto values = apply_settings(file, options.settings);
    if (!values) return values.error();
    return Request{&file, std::move(*variants), std::move(*values)};
}

/// Outputs of an interrupted sweep: a partial result is written beside an earlier one, not over it.
SweepOptions beside_earlier_results(SweepOptions sweep)
{
    for (std::string* output : {&sweep.csv, &sweep.json, &sweep.svg, &sweep.png, &sweep.pdf, &sweep.roofline}) {
        std::error_code unreadable;
        if (output->empty() || *output == "-" || fs::file_size(*output, unreadable) == 0 || unreadable) continue;
        const fs::path whole = *output;
        fs::path partial;
        for (int number = 1; partial.empty() || fs::exists(partial, unreadable); ++number)
            partial =
                whole.parent_path() / (whole.stem().string() + ".partial" +
                                       (number > 1 ? "-" + std::to_string(number) : "") + whole.extension().string());
        print(stderr, "{} stays as it was; the partial results go to {}.\n", *output, partial.string());
        *output = partial.string();
    }
    return sweep;
}

}  // namespace

int sweep_command(const CommonOptions& options, const SweepOptions& sweep)
{
    const bool is_file = catalogue::is_cuda_file(options.experiment);
    auto context = is_file ? load_context_without_experiments(options) : load_context_of({options.experiment}, options);
    if (!context) return fail(context.error());
    std::vector<std::string> axis_texts = sweep.axes;
    auto gpus = take_gpu_axis(*context, axis_texts);
    if (!gpus) return fail(gpus.error());
    const bool has_picture = !sweep.svg.empty() || !sweep.png.empty() || !sweep.pdf.empty() || !sweep.roofline.empty();
    if (gpus->size() > 1 && has_picture)
        return fail({"a picture shows one GPU", "--axis gpu", "name one, or write --csv or --json"});
    auto files = is_file ? opened_files(options, {options.experiment}) : std::vector<model::Experiment>();
    if (!files) return fail(files.error());
    if (is_file && files->size() != 1) return exit_wrong_command_line;
    auto asked = is_file ? Request{} : read_request(*context, options);
    if (!asked) return fail(asked.error());
    if (!is_file)
        if (const auto axes = parse_axes(*asked->experiment, axis_texts, asked->variants.size()); !axes)
            return fail(axes.error());
    if (auto refusal = check_sweep_files(sweep)) return fail(*refusal);

    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    if (gpus->empty()) {
        const auto gpu = context->library.choose_gpu(options.gpu);
        if (!gpu) return fail(gpu.error());
        gpus->push_back(*gpu);
    }
    if (is_file) asked = request_for_file(*context, dispatcher, options, gpus->front(), *files);
    if (!asked) return fail(asked.error());
    const model::Experiment& experiment = *asked->experiment;
    const auto axes = parse_axes(experiment, axis_texts, gpus->size() * asked->variants.size());
    if (!axes) return fail(axes.error());
    if (!is_file) list_what_goes(dispatcher.status(), {&experiment});

    const std::vector<BatchItem> items =
        make_items(experiment, asked->variants, *axes, asked->values, options.counters);
    const ProgressLine progress(gpus->size() * items.size());
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
        for (const model::Gpu& gpu : *gpus)
            for (auto& result : run_batch(dispatcher, context->library, gpu, items, batch))
                if (result) results.push_back(std::move(*result));
    }
    progress.end(tally);
    tell_recording(*context, results);

    const SweepOptions outputs = InterruptGuard::interrupted() ? beside_earlier_results(sweep) : sweep;
    if (const auto error = write_sweep(*context, {experiment, asked->variants, *axes, gpus->front(), results}, outputs))
        return fail(*error, exit_other);
    if (InterruptGuard::interrupted())
        return fail({fmt::format("interrupted: {} of {} kept", results.size(),
                                 base::counted(gpus->size() * items.size(), "configuration")),
                     "sweep", ""},
                    exit_other);
    if (tally.has_failures())
        return fail({fmt::format("{}; failed: {}", base::counted(tally.done(), "configuration"), tally.failures()),
                     "sweep", "the output has their messages"},
                    exit_refused);
    // Without a compiler, refusals say nothing about the kernels.
    return tally.refused() == gpus->size() * items.size() && !context->library.has_compiler() ? exit_other : exit_ok;
}

}  // namespace spillway::cli
