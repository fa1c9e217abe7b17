#include "app/cli/run_here.h"

#include <algorithm>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/build_notes.h"
#include "app/cli/open.h"
#include "app/cli/print.h"
#include "app/cli/run_here_output.h"

namespace spillway::cli {
namespace {

/// Splits "n=1000" into a name and a value.
model::Expected<std::pair<std::string, std::string>> name_and_value(const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return model::Error{"'" + setting + "' is not of the form NAME=VALUE", "--set", "for example --set n=1000"};
    return std::pair(setting.substr(0, equals), setting.substr(equals + 1));
}

/// A kernel to run, with its parameters and the settings of its launch.
struct KernelToRun {
    const model::Experiment* file;
    const model::Variant* variant;
    model::Values values;
    catalogue::RunSettings settings;
};

/// Prints a note if .spillway.json names kernels, but none of this file: a name may be misspelt.
void note_unknown_kernels(const model::Experiment& file, const std::map<std::string, catalogue::RunSettings>& beside)
{
    std::vector<std::string> names;
    for (const model::Variant& variant : file.variants) names.push_back(variant.name);
    if (beside.empty() ||
        std::any_of(names.begin(), names.end(), [&](const std::string& name) { return beside.contains(name); }))
        return;
    const std::string& said = beside.begin()->first;
    const std::string advice = catalogue::suggestion(said, names);
    print(stderr, "note: \"run_here\" of .spillway.json names no kernel of {}: \"{}\"{}{}\n", file.source_file,
          base::visible_line(said.substr(0, 100)), advice.empty() ? "" : "; ", advice);
}

/// The kernels to run. A name in --set means the kernel's argument, otherwise a parameter of the file. The Error: a
/// name that is neither in any kernel, or an unusable .spillway.json.
model::Expected<std::vector<KernelToRun>> kernels_to_run(const CommonOptions& options, const RunHereOptions& here,
                                                         const std::vector<model::Experiment>& files)
{
    std::vector<KernelToRun> all;
    std::vector<bool> was_taken(options.settings.size(), false);
    std::vector<std::string> names;
    for (const model::Experiment& file : files) {
        const auto beside = catalogue::run_settings_beside(file.source_file);
        if (!beside) return beside.error();
        note_unknown_kernels(file, *beside);
        const auto variants = find_variants(file, options.variants);
        if (!variants) return variants.error();
        for (const model::Variant* variant : *variants) {
            KernelToRun asked{&file, variant, {}, here.settings};
            const std::vector<std::string> arguments = catalogue::argument_names(file, *variant);
            names.insert(names.end(), arguments.begin(), arguments.end());
            std::vector<std::string> of_file;
            for (std::size_t i = 0; i < options.settings.size(); ++i) {
                const auto setting = name_and_value(options.settings[i]);
                if (!setting) return setting.error();
                const bool is_argument =
                    std::find(arguments.begin(), arguments.end(), setting->first) != arguments.end();
                if (is_argument) asked.settings.arguments[setting->first] = setting->second;
                if (!is_argument && file.find_parameter(setting->first) == nullptr) continue;
                if (!is_argument) of_file.push_back(options.settings[i]);
                was_taken[i] = true;
            }
            const auto values = apply_settings(file, of_file);
            if (!values) return values.error();
            asked.values = *values;
            if (const auto said = beside->find(variant->name); said != beside->end())
                asked.settings = catalogue::merged(std::move(asked.settings), said->second);
            all.push_back(std::move(asked));
        }
    }
    for (std::size_t i = 0; i < was_taken.size(); ++i) {
        if (was_taken[i]) continue;
        const std::string name = options.settings[i].substr(0, options.settings[i].find('='));
        return model::Error{
            "no kernel has an argument or a parameter \"" + base::visible_line(name.substr(0, 60)) + "\"", "--set",
            catalogue::suggestion(name, names)};
    }
    return all;
}

/// Request for one kernel. Without an entry, the file did not compile: the same compile then gives the message.
model::Expected<protocol::InterpretRequest> request_of_kernel(const KernelToRun& asked, const model::Gpu& gpu,
                                                              double seconds, RanHere& ran)
{
    protocol::InterpretRequest request;
    request.seconds = seconds;
    if (asked.variant->entry.empty()) {
        auto job = catalogue::make_job(*asked.file, *asked.variant, asked.values, gpu);
        if (!job) return job.error();
        request.job = std::move(*job);
        return request;
    }
    auto job = catalogue::interpreted_job(*asked.file, *asked.variant, asked.values, gpu, asked.settings);
    if (!job) return job.error();
    request.job = job->job;
    request.is_cooperative = job->may_be_cooperative;
    ran.job = std::move(*job);
    return request;
}

void take_answer(const worker_client::Answer& answer, RanHere& ran)
{
    if (const auto* reply = std::get_if<protocol::InterpretReply>(&answer)) {
        ran.run = reply->run;
        ran.error = reply->error;
    } else if (const auto* none = std::get_if<worker_client::Unanswered>(&answer)) {
        ran.error = none->why;
    } else {
        ran.error = model::Error{"the worker dropped the request", "worker", ""};
    }
}

/// Answer for a kernel of a file whose compile was stopped by a limit: its own compile would be stopped too.
RanHere not_compiled(const KernelToRun& asked, const model::Gpu& gpu, const model::RunResult& answer)
{
    RanHere ran;
    ran.file = asked.file->source_file;
    ran.kernel = asked.variant->name;
    ran.gpu = gpu;
    ran.error = model::Error{answer.message.value_or(""), "compile", answer.advice.value_or("")};
    return ran;
}

RanHere run_one(worker_client::Dispatcher& dispatcher, const KernelToRun& asked, const model::Gpu& gpu, double seconds)
{
    RanHere ran;
    ran.file = asked.file->source_file;
    ran.kernel = asked.variant->name;
    ran.gpu = gpu;
    auto request = request_of_kernel(asked, gpu, seconds, ran);
    if (!request) {
        ran.error = request.error();
        return ran;
    }
    print(stderr, "running {} ...\n", ran.kernel);
    dispatcher.add_source(catalogue::source_text(*asked.file));
    dispatcher.submit(std::move(*request), [&ran](const worker_client::Answer& answer) { take_answer(answer, ran); });
    while (dispatcher.in_flight() > 0) dispatcher.wait_and_poll(0.1);
    return ran;
}

}  // namespace

int run_here_command(const CommonOptions& options, const RunHereOptions& here, const std::vector<std::string>& paths)
{
    for (const std::string* shape : {&here.settings.grid, &here.settings.block})
        if (const auto extents = catalogue::extents_in(shape->empty() ? "1" : *shape); !extents)
            return fail(
                {extents.error().what, shape == &here.settings.grid ? "--grid" : "--block", extents.error().advice});
    if (const auto problem =
            catalogue::why_no_setting("shared", here.settings.shared.empty() ? "0" : here.settings.shared))
        return fail({*problem, "--shared", "bytes of a block were expected"});
    auto context = load_context_without_experiments(options);
    if (!context) return fail(context.error());
    auto files = opened_files(options, paths);
    if (!files) return fail(files.error());
    if (files->empty()) return exit_wrong_command_line;
    for (const model::Experiment& file : *files)
        if (!file.is_plain())
            return fail({"this is an experiment", file.source_file, "'spillway run' runs its kernels"});
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());
    std::vector<const model::Experiment*> sent;
    for (const model::Experiment& file : *files) sent.push_back(&file);
    list_what_goes(dispatcher.status(), sent);
    const auto answers = ask_for_kernels(dispatcher, context->library, *gpu, *files);
    const auto asked = kernels_to_run(options, here, *files);
    if (!asked) return fail(asked.error());
    std::vector<RanHere> done;
    for (const KernelToRun& each : *asked) {
        const auto& answer = answers[static_cast<std::size_t>(each.file - files->data())];
        const bool is_stopped = answer && answer->compile_stopped && options.settings.empty();
        done.push_back(is_stopped ? not_compiled(each, *gpu, *answer) : run_one(dispatcher, each, *gpu, here.seconds));
        done.back().notes = build_notes(options, *each.file);
        if (!options.json) print_run_here(done.back(), done.size() == 1);  // at once: Ctrl+C loses no finished kernel
    }
    if (options.json) print_run_here_json(done);
    const bool is_clean =
        std::all_of(done.begin(), done.end(), [](const RanHere& ran) { return run_here_status(ran) == "clean"; });
    return is_clean ? exit_ok : exit_refused;
}

}  // namespace spillway::cli
