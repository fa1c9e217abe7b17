#include "app/cli/context.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "app/base/command_words.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/plain/file_text.h"
#include "app/cli/print.h"
#include "app/learner/exercise_folder.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr double worker_start_seconds = 20;  ///< ssh to a sleeping machine takes a while

template <typename Things>
std::vector<std::string> names_of(const Things& things)
{
    std::vector<std::string> names;
    for (const auto& thing : things) names.push_back(thing.name);
    return names;
}

model::Error unknown(const std::string& kind, const std::string& name, const std::vector<std::string>& known,
                     const std::string& where)
{
    return {"there is no " + kind + " '" + name + "'", where, catalogue::suggestion(name, known)};
}

/// Waits until the worker is ready or known to be unavailable.
std::optional<model::Error> wait_for_worker(worker_client::Dispatcher& dispatcher)
{
    const auto begin = std::chrono::steady_clock::now();
    while (dispatcher.status().state != worker_client::WorkerState::ready) {
        if (dispatcher.status().state == worker_client::WorkerState::unavailable) return dispatcher.status().trouble;
        dispatcher.wait_and_poll(0.2);
        if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(worker_start_seconds))
            return dispatcher.status().trouble.value_or(model::Error{
                "the worker did not answer", "worker", "Try its command by hand; it should print a line."});
    }
    return std::nullopt;
}

model::Expected<Context> context_of(results::Sources sources, const CommonOptions& options)
{
    auto library = results::ResultLibrary::load(std::move(sources));
    if (!library) return library.error();
    Context context{std::move(*library), base::command_words(options.worker)};
    if (context.worker_command.empty()) context.worker_command = {base::worker_program().string()};
    print_log(context);
    return context;
}

}  // namespace

fs::path installed_experiments()
{
    return base::data_folder() / "kernels";
}

std::vector<fs::path> more_experiments(const CommonOptions& options)
{
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (const fs::path& own : {base::user_catalogue_folder(), learner::exercises_folder()})
        if (fs::is_directory(own, ignored)) folders.push_back(own);
    for (const std::string& folder : options.catalogue_folders) folders.emplace_back(fs::absolute(folder, ignored));
    return folders;
}

fs::path gpus_file()
{
    return base::data_folder() / "assets/gpus.json";
}

std::vector<fs::path> trusted_folders(const CommonOptions& options)
{
    std::vector<fs::path> folders;
    std::error_code ignored;
    if (options.trust)
        for (const std::string& folder : options.catalogue_folders) folders.emplace_back(fs::absolute(folder, ignored));
    return folders;
}

namespace {

/// Whether this is the name of a shipped experiment's folder.
bool is_shipped(const std::string& name)
{
    std::error_code ignored;
    return fs::path(name).filename() == name && name != ".." &&
           fs::exists(installed_experiments() / name / "experiment.json", ignored);
}

model::Expected<Context> load_with_shipped(std::vector<std::string> names, const CommonOptions& options)
{
    const auto folders = more_experiments(options);
    std::error_code ignored;
    for (const fs::path& folder : folders)
        if (!fs::is_directory(folder, ignored))
            return model::Error{"this is not a folder", folder.string(), "Name a folder with experiments."};
    results::Sources sources;
    sources.installed_experiments = installed_experiments();
    sources.installed_names = std::move(names);
    sources.more_experiments = folders;
    sources.trusted_folders = trusted_folders(options);
    sources.gpus_file = gpus_file();
    return context_of(std::move(sources), options);
}

}  // namespace

model::Expected<Context> load_context(const CommonOptions& options)
{
    return load_with_shipped({}, options);
}

model::Expected<Context> load_context_of(const std::vector<std::string>& names, const CommonOptions& options)
{
    if (!std::ranges::all_of(names, is_shipped)) return load_context(options);
    const std::set<std::string> each_once(names.begin(), names.end());
    return load_with_shipped({each_once.begin(), each_once.end()}, options);
}

model::Expected<Context> load_context_without_experiments(const CommonOptions& options)
{
    results::Sources sources;
    sources.gpus_file = gpus_file();
    return context_of(std::move(sources), options);
}

model::Expected<const model::Experiment*> find_experiment(const Context& context, const std::string& name)
{
    if (const model::Experiment* found = context.library.catalogue().find(name)) return found;
    std::error_code ignored;
    if (catalogue::is_cuda_file(name) && std::filesystem::is_regular_file(name, ignored))
        return model::Error{"this is a .cu of your own, not an experiment", name,
                            "`spillway open " + base::visible_line(name) +
                                " --json --trust` compiles it and prints its kernels with their causes, `spillway "
                                "run-here` runs them on this machine's processor"};
    return unknown("experiment", name, names_of(context.library.catalogue().experiments), "command line");
}

model::Expected<std::vector<const model::Variant*>> find_variants(const model::Experiment& experiment,
                                                                  const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        if (experiment.find_variant(name) == nullptr)
            return unknown(experiment.origin.place == model::Place::file ? "kernel" : "variant", name,
                           names_of(experiment.variants), "command line");
    std::vector<const model::Variant*> chosen;
    for (const model::Variant& variant : experiment.variants)
        if (names.empty() || std::find(names.begin(), names.end(), variant.name) != names.end())
            chosen.push_back(&variant);
    return chosen;
}

model::Expected<const model::Parameter*> find_parameter(const model::Experiment& experiment, const std::string& name)
{
    if (const model::Parameter* found = experiment.find_parameter(name)) return found;
    std::vector<std::string> known = names_of(experiment.parameters);
    const std::vector<std::string> knobs = names_of(experiment.knobs);
    known.insert(known.end(), knobs.begin(), knobs.end());
    return unknown("parameter or knob", name, known, experiment.name);
}

model::Expected<model::Values> apply_settings(const model::Experiment& experiment,
                                              const std::vector<std::string>& settings)
{
    model::Values values;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return model::Error{"'" + setting + "' is not of the form NAME=VALUE", "--set",
                                "for example --set block_size=128"};
        const std::string name = setting.substr(0, equals);
        const auto parameter = find_parameter(experiment, name);
        if (!parameter) return parameter.error();
        auto value = catalogue::parse_value(**parameter, std::string_view(setting).substr(equals + 1));
        if (!value) return value.error();
        values[name] = std::move(*value);
    }
    return values;
}

std::optional<model::Error> meet_worker(worker_client::Dispatcher& dispatcher, Context& context)
{
    auto trouble = wait_for_worker(dispatcher);
    context.library.take(dispatcher.status());
    if (!trouble || context.library.recordings().empty()) return trouble;
    (void)fail(*trouble);  // a recording needs no worker, but the user should see why nothing is live
    return std::nullopt;
}

void print_log(Context& context)
{
    for (const base::LogEntry& entry : context.library.take_log())
        if (entry.severity == base::Severity::error) (void)fail(entry.error);
}

void list_what_goes(const worker_client::WorkerStatus& worker, const std::vector<const model::Experiment*>& experiments)
{
    if (worker.host.empty()) return;
    std::string names;
    for (const model::Experiment* experiment : experiments)
        for (const std::string& file : experiment->compiled_files)
            names += (names.empty() ? "" : ", ") + base::visible_line(file);
    if (!names.empty()) print(stderr, "sent to {}: {}\n", base::visible_line(worker.host), names);
}

void tell_recording(const Context& context, const std::vector<model::RunResult>& results)
{
    for (const auto& recording : context.library.recordings().all()) {
        const bool any = std::ranges::any_of(results, [&](const model::RunResult& result) {
            return result.measurement.source == model::MeasurementSource::recorded &&
                   result.gpu_name == recording->gpu().name;
        });
        if (any || context.library.is_recording_named()) print(stderr, "{}\n", recording->status().sentence());
    }
}

std::optional<model::Error> refuse_untrusted(const model::Experiment& experiment)
{
    if (experiment.origin.trusted) return std::nullopt;
    const std::string file = fs::path(experiment.source_file).filename().string();
    return model::Error{"this code comes from outside the installed catalogue and needs --trust to compile",
                        experiment.origin.folder.string(), "read " + base::visible_line(file) + ", then add --trust"};
}

int exit_status(const std::vector<model::RunResult>& results, const Context& context)
{
    const auto is_not_ok = [](const model::RunResult& result) { return result.status != model::Status::ok; };
    if (std::none_of(results.begin(), results.end(), is_not_ok)) return exit_ok;
    return context.library.has_compiler() ? exit_refused : exit_other;
}

model::Expected<Request> read_request(Context& context, const CommonOptions& options)
{
    const auto experiment = find_experiment(context, options.experiment);
    if (!experiment) return experiment.error();
    auto variants = find_variants(**experiment, options.variants);
    if (!variants) return variants.error();
    auto values = apply_settings(**experiment, options.settings);
    if (!values) return values.error();
    if (auto refusal = refuse_untrusted(**experiment)) return *refusal;
    if (auto error = context.library.open_recording_or_default(options.recording)) return *error;
    print_log(context);
    return Request{*experiment, std::move(*variants), std::move(*values)};
}

int fail(const model::Error& error, int status)
{
    print(stderr, "spillway: {}\n", error.line());
    return status;
}

}  // namespace spillway::cli
