#include "app/cli/context.h"

#include <algorithm>

#include "app/catalogue/suggestion.h"
#include "app/cli/print.h"
#include "app/session/paths.h"

namespace spillway::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view default_gpu = "h200";
constexpr double worker_start_seconds = 20;  ///< over ssh to a sleeping machine it takes a while

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

}  // namespace

std::vector<fs::path> catalogue_folders(const CommonOptions& options)
{
    std::vector<fs::path> folders{session::data_folder() / "kernels"};
    std::error_code ignored;
    if (fs::is_directory(session::user_catalogue_folder(), ignored))
        folders.push_back(session::user_catalogue_folder());
    for (const std::string& folder : options.catalogue_folders) folders.emplace_back(fs::absolute(folder, ignored));
    return folders;
}

fs::path gpus_file()
{
    return session::data_folder() / "assets/gpus.json";
}

model::Expected<Context> load_context(const CommonOptions& options)
{
    Context context;
    auto gpus = catalogue::load_gpus(gpus_file());
    if (!gpus) return gpus.error();
    context.gpus = std::move(*gpus);
    const auto folders = catalogue_folders(options);
    for (std::size_t i = 0; i < folders.size(); ++i) {
        std::error_code ignored;
        if (i > 0 && !fs::is_directory(folders[i], ignored))
            return model::Error{"this is no folder", folders[i].string(), "Name a folder that holds experiments."};
        auto part = catalogue::load_catalogue(folders[i], i == 0 || options.trust);
        for (model::Experiment& experiment : part.experiments)
            if (context.catalogue.find(experiment.name) == nullptr)
                context.catalogue.experiments.push_back(std::move(experiment));
        context.catalogue.problems.insert(context.catalogue.problems.end(), part.problems.begin(), part.problems.end());
    }
    for (const model::Error& problem : context.catalogue.problems) (void)fail(problem);
    context.worker_command = session::split_command(options.worker);
    if (context.worker_command.empty()) context.worker_command = {session::worker_program().string()};
    return context;
}

model::Expected<const model::Experiment*> find_experiment(const Context& context, const std::string& name)
{
    if (const model::Experiment* found = context.catalogue.find(name)) return found;
    return unknown("experiment", name, names_of(context.catalogue.experiments), "command line");
}

model::Expected<std::vector<const model::Variant*>> find_variants(const model::Experiment& experiment,
                                                                  const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        if (experiment.find_variant(name) == nullptr)
            return unknown("variant", name, names_of(experiment.variants), "--variant");
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

std::optional<model::Error> wait_for_worker(session::Dispatcher& dispatcher)
{
    const auto begin = std::chrono::steady_clock::now();
    while (dispatcher.status().state != session::WorkerState::ready) {
        if (dispatcher.status().state == session::WorkerState::unavailable) return dispatcher.status().trouble;
        dispatcher.wait_and_poll(0.2);
        if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(worker_start_seconds))
            return model::Error{"the worker did not answer", "worker",
                                "Try its command by hand; it should print a line."};
    }
    return std::nullopt;
}

std::optional<model::Error> open_recording(Context& context, const CommonOptions& options)
{
    context.recording_was_named = !options.recording.empty();
    const fs::path file = context.recording_was_named ? fs::path(options.recording)
                                                      : session::default_recording(gpus_file().parent_path());
    if (file.empty()) return std::nullopt;
    auto loaded = session::RecordedResults::load(file);
    if (!loaded && context.recording_was_named) return loaded.error();
    if (!loaded) {
        (void)fail(loaded.error());
        return std::nullopt;
    }
    loaded->fit(context.catalogue);
    session::add_recorded_gpu(context.gpus, loaded->status());
    context.recording = std::move(*loaded);
    return std::nullopt;
}

model::Expected<model::Gpu> choose_gpu(const Context& context, const protocol::Hello& hello, const std::string& name)
{
    std::vector<model::Gpu> all = context.gpus;
    all.insert(all.end(), hello.live_gpus.begin(), hello.live_gpus.end());
    const bool any_live = !hello.live_gpus.empty();
    const session::RecordingStatus* recording = context.recording ? &context.recording->status() : nullptr;
    if (name == "live" || (name.empty() && any_live && !context.recording_was_named)) {
        if (any_live) return hello.live_gpus.front();
        return model::Error{"there is no live GPU: " + hello.driver.reason, "--gpu",
                            "name one of 'spillway gpus' instead"};
    }
    const std::string fallback = recording != nullptr ? recording->header.gpu.name : std::string(default_gpu);
    const std::string wanted = name.empty() ? fallback : name;
    for (const model::Gpu& gpu : all)
        if (gpu.name == wanted) return gpu;
    return unknown("GPU", wanted, names_of(all), "--gpu");
}

void tell_recording(Context& context, const protocol::Hello& hello, const std::vector<model::RunResult>& results)
{
    const bool any = std::any_of(results.begin(), results.end(), [](const model::RunResult& result) {
        return result.measurement.source == model::MeasurementSource::recorded;
    });
    if (!context.recording || (!any && !context.recording_was_named)) return;
    context.recording->fit_compiler(hello.compiler.available ? hello.compiler.version : std::string());
    print(stderr, "{}\n", context.recording->status().sentence());
}

std::optional<model::Error> refuse_untrusted(const model::Experiment& experiment)
{
    if (experiment.trusted) return std::nullopt;
    return model::Error{"this experiment comes from outside the installed catalogue and is not compiled unasked",
                        experiment.folder.string(), "read its kernel.cu, then add --trust"};
}

int exit_status(const std::vector<model::RunResult>& results, const protocol::Hello& hello)
{
    const auto refused = [](const model::RunResult& result) { return result.status != model::Status::ok; };
    if (std::none_of(results.begin(), results.end(), refused)) return exit_ok;
    return hello.compiler.available ? exit_refused : exit_other;
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
    if (auto error = open_recording(context, options)) return *error;
    return Request{*experiment, std::move(*variants), std::move(*values)};
}

int fail(const model::Error& error, int status)
{
    print(stderr, "spillway: {}\n", error.line());
    return status;
}

}  // namespace spillway::cli
