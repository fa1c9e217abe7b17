#include "app/cli/open.h"

#include <filesystem>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/taken_names.h"
#include "app/cli/batch.h"
#include "app/cli/build_notes.h"
#include "app/cli/print.h"
#include "app/cli/run.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// Request for one file's experiment. Ignores settings that it does not have, because they may be another file's.
model::Expected<Request> request_of(const model::Experiment& experiment, const CommonOptions& options,
                                    std::vector<bool>& was_taken)
{
    std::vector<std::string> own;
    for (std::size_t i = 0; i < options.settings.size(); ++i) {
        const std::string name = options.settings[i].substr(0, options.settings[i].find('='));
        if (experiment.find_parameter(name) == nullptr) continue;
        own.push_back(options.settings[i]);
        was_taken[i] = true;
    }
    auto values = apply_settings(experiment, own);
    if (!values) return values.error();
    auto variants = find_variants(experiment, options.variants);
    if (!variants) return variants.error();
    return Request{&experiment, std::move(*variants), std::move(*values)};
}

/// Checks that the files may be compiled, and adds the headers of each.
std::optional<model::Error> prepare(const CommonOptions& options, std::vector<model::Experiment>& experiments)
{
    const auto settings = build_settings(options);
    if (!settings) return settings.error();
    for (model::Experiment& experiment : experiments) {
        if (auto refusal = refuse_untrusted(experiment)) return refusal;
        if (!experiment.is_plain()) continue;
        if (auto problem = catalogue::make_ready(experiment, *settings)) return problem;
    }
    return std::nullopt;
}

/// Appends the experiments at `path`. The Error says why there are none; errors in single files go into `unopened`, or
/// are printed at once without it.
std::optional<model::Error> read_into(catalogue::Catalogue& opened, const std::string& path, bool is_trusted,
                                      std::vector<UnopenedFile>* unopened)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return model::Error{"there is no such file or folder", path, "name a .cu file or a folder with one"};
    if (auto why = catalogue::why_no_catalogue(path)) return why;
    catalogue::Catalogue read = catalogue::load_catalogue({path});
    for (const model::Error& problem : read.problems) {
        if (unopened != nullptr)
            unopened->push_back({path, problem});
        else
            (void)fail(problem);
    }
    if (read.experiments.empty() && read.problems.empty())
        return model::Error{"it has no kernel", path, "name a .cu file or a folder with one"};
    for (model::Experiment& experiment : read.experiments) {
        experiment.origin.trusted = is_trusted;
        if (experiment.is_plain()) experiment.name = catalogue::free_name(experiment.name, opened);
        opened.experiments.push_back(std::move(experiment));
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::optional<model::RunResult>> ask_for_kernels(worker_client::Dispatcher& dispatcher,
                                                             results::ResultLibrary& library, const model::Gpu& gpu,
                                                             std::vector<model::Experiment>& experiments)
{
    std::vector<BatchItem> items;
    std::vector<std::size_t> files;
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        if (!experiments[i].is_plain()) continue;
        items.push_back({&experiments[i], &catalogue::whole_file(), {}, false});
        files.push_back(i);
    }
    BatchOptions batch;
    batch.inspect_sass = false;  // the code of a whole file has no figures of its own
    auto results = run_batch(dispatcher, library, gpu, items, batch);
    std::vector<std::optional<model::RunResult>> answers(experiments.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (results[i] && results[i]->compile)
            catalogue::take_kernels(experiments[files[i]], catalogue::kernels_in(*results[i]->compile));
        answers[files[i]] = std::move(results[i]);
    }
    return answers;
}

model::Expected<std::vector<model::Experiment>> opened_files(const CommonOptions& options,
                                                             const std::vector<std::string>& paths,
                                                             std::vector<UnopenedFile>* unopened)
{
    catalogue::Catalogue opened;
    for (const std::string& path : paths)
        if (const auto problem = read_into(opened, path, options.trust, unopened)) return *problem;
    if (const auto problem = prepare(options, opened.experiments)) return *problem;
    std::vector<std::string> notes;
    for (const model::Experiment& file : opened.experiments)
        for (std::string& note : build_notes(options, file)) notes.push_back(std::move(note));
    print_notes(notes);
    return std::move(opened.experiments);
}

namespace {

/// Adds each relative folder that exists in the current folder, by its absolute path, after the one relative to the
/// file.
void add_folders_of_caller(std::vector<std::string>& folders)
{
    std::vector<std::string> added;
    std::error_code ignored;
    for (const std::string& folder : folders)
        if (const fs::path here = fs::absolute(folder, ignored); here != folder && fs::is_directory(here, ignored))
            added.push_back(here.lexically_normal().string());
    folders.insert(folders.end(), added.begin(), added.end());
}

}  // namespace

model::Expected<model::BuildSettings> build_settings(const CommonOptions& options)
{
    model::BuildSettings settings{options.include_folders, {}, options.standard};
    settings.max_seconds = options.compile_seconds;
    for (const std::string& macro : options.macros) {
        const std::size_t equals = std::min(macro.find('='), macro.size());
        settings.macros.emplace_back(macro.substr(0, equals), macro.substr(std::min(equals + 1, macro.size())));
    }
    auto flags = catalogue::flags_in(options.nvcc_options);
    if (!flags) return flags.error();
    settings = catalogue::joined_settings(std::move(settings), *flags);
    add_folders_of_caller(settings.include_folders);
    add_folders_of_caller(settings.system_folders);
    if (auto error = catalogue::check_settings(settings, "command line")) return *error;
    return settings;
}

int open_command(const CommonOptions& options, const std::vector<std::string>& paths)
{
    auto context = load_context_without_experiments(options);
    if (!context) return fail(context.error());
    auto opened = opened_files(options, paths);
    if (!opened) return fail(opened.error());
    if (opened->empty()) return exit_wrong_command_line;
    std::vector<model::Experiment>& experiments = *opened;
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());
    std::vector<const model::Experiment*> files;
    for (const model::Experiment& experiment : experiments) files.push_back(&experiment);
    list_what_goes(dispatcher.status(), files);
    const auto answers = ask_for_kernels(dispatcher, context->library, *gpu, experiments);

    std::vector<Request> requests;
    std::vector<bool> was_taken(options.settings.size(), false);
    for (std::size_t i = 0; i < experiments.size(); ++i) {
        auto request = request_of(experiments[i], options, was_taken);
        if (!request) return fail(request.error());
        // With other values the compile may be shorter.
        if (answers[i] && answers[i]->compile_stopped && options.settings.empty()) request->stopped = answers[i];
        requests.push_back(std::move(*request));
    }
    for (std::size_t i = 0; i < was_taken.size(); ++i) {
        if (was_taken[i]) continue;
        const auto wrong = apply_settings(*requests.front().experiment, {options.settings[i]});
        if (!wrong) return fail(wrong.error());
    }
    return run_requests(*context, options, dispatcher, *gpu, requests, {});
}

int make_command(const CommonOptions& options, const std::vector<std::string>& paths, const std::string& folder)
{
    if (paths.size() != 1) return fail({"an experiment is made of one .cu", paths.at(1), "name one file"});
    const std::string& path = paths.front();
    const auto settings = build_settings(options);
    if (!settings) return fail(settings.error());
    std::error_code ignored;
    const fs::path place = fs::absolute(folder, ignored);
    if (fs::exists(place, ignored) && !(fs::is_directory(place, ignored) && fs::is_empty(place, ignored)))
        return fail({"is there already", folder, "name a new folder"});
    if (!catalogue::is_cuda_file(path)) return fail({"an experiment is made of one .cu", path, "name a file"});
    auto plain = catalogue::load_plain_experiment(path);
    if (!plain) return fail(plain.error());
    // No compiler runs here, so the kernels are guessed from the text.
    if (const auto problem = catalogue::make_ready(*plain, *settings)) return fail(*problem);
    catalogue::take_seen_kernels(*plain);
    const auto values = apply_settings(*plain, options.settings);
    if (!values) return fail(values.error());
    model::Values all = catalogue::initial_values(*plain, {});
    for (const auto& [name, value] : *values) {
        if (plain->find_parameter(name)->is_knob && name != "block_size")
            return fail({"an experiment does not fix the knob " + name, "--set",
                         "name #defines, template arguments or block_size here"});
        all[name] = value;
    }
    const auto made = catalogue::made_experiment(*plain, all, catalogue::experiment_name(place));
    if (!made) return fail(made.error());
    if (const auto problem = catalogue::write_experiment(*made, place)) return fail(*problem, exit_other);
    print("{}\n", base::visible_line(place.string()));
    for (const std::string& sentence : made->missing) print("- {}\n", sentence);
    return exit_ok;
}

}  // namespace spillway::cli
