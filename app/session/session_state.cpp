#include "app/session/session_state.h"

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/worker_client/worker_place.h"

namespace spillway::session {
namespace {

constexpr double learner_again_after_seconds = 0.1;

}  // namespace

SessionState::SessionState(results::ResultLibrary known, Options given, const std::vector<std::string>& command)
    : options(std::move(given)),
      library(std::move(known)),
      scheduler(library,
                options.open_link ? options.open_link(options.wake) : worker_client::open_link(command, options.wake),
                worker_client::host_of(command), options),
      learner(options.progress_file),
      typing(options.typing_folder)
{
    for (const std::string& file : typing.take_stock())
        add_log(base::Severity::warning,
                {"what you typed here last was not saved", file, "open it and choose Edit to get it back"});
}

const model::Experiment& SessionState::experiment() const
{
    return *library.catalogue().find(choice.now().experiment);
}

const model::Gpu& SessionState::gpu() const
{
    return *library.find_gpu(choice.now().gpu);
}

results::Configuration SessionState::configuration(const model::Variant& variant, const model::Values& values) const
{
    return {experiment(), variant, values, gpu()};
}

const std::vector<model::Value>& SessionState::recorded_values_of(const std::string& parameter)
{
    const Selection& now = choice.now();
    std::string setting = now.experiment + '|' + now.gpu + '|' + std::to_string(library.catalogue_generation());
    for (const auto& [name, value] : now.values)
        if (name != parameter) setting += '|' + model::to_string(value);
    auto& [of, values] = recorded_values[parameter];
    if (of == setting) return values;
    of = std::move(setting);
    values.clear();
    if (experiment().find_parameter(parameter) != nullptr)
        values = library.recorded_along(experiment(), now.values, parameter, gpu());
    return values;
}

std::string SessionState::focus_key()
{
    const model::Variant* focus = experiment().find_variant(choice.now().focus);
    return library.key_of(configuration(*focus, choice.now().values));
}

// ---- changes by the user ----

void SessionState::change(Selection next, Edit edit)
{
    const Selection before = choice.now();
    const bool changes_gpu = next.gpu != before.gpu;
    if (next.experiment == before.experiment && !changes_gpu && next != before) touched.insert(next.experiment);
    if (!choice.change(std::move(next), edit)) return;
    changed(before);
}

std::optional<model::Error> SessionState::set_values(const model::Values& values, Edit edit)
{
    Selection next = choice.now();
    for (const auto& [name, value] : values) {
        const model::Parameter* parameter = experiment().find_parameter(name);
        if (parameter == nullptr)
            return model::Error{"there is no parameter '" + name + "'", next.experiment,
                                "See 'spillway list' for the names."};
        if (auto error = catalogue::check_value(*parameter, value)) return error;
        next.values[name] = value;
    }
    change(std::move(next), edit);
    return std::nullopt;
}

void SessionState::select_experiment(const std::string& name)
{
    const model::Experiment* wanted = library.catalogue().find(name);
    if (wanted != nullptr && name != choice.now().experiment) change(initial_selection(*wanted, gpu()));
}

std::optional<model::Error> SessionState::select(const Selection& setting)
{
    if (library.catalogue().find(setting.experiment) == nullptr)
        return model::Error{"there is no experiment '" + setting.experiment + "' any more", "", ""};
    const model::Gpu* wanted = library.find_gpu(setting.gpu);
    if (wanted == nullptr) return model::Error{"there is no GPU '" + setting.gpu + "' here any more", "", ""};
    gpu_was_chosen |= setting.gpu != choice.now().gpu;
    const bool leaves_focus = setting.focus.empty() && !touched.contains(setting.experiment);
    change(fitted(setting, library.catalogue(), *wanted));
    if (leaves_focus)
        touched.erase(setting.experiment);
    else
        touched.insert(setting.experiment);
    return std::nullopt;
}

void SessionState::trust_experiment(const std::string& name, results::TrustTerm term)
{
    if (auto error = library.trust(name, term)) add_log(base::Severity::warning, std::move(*error));
    // Until now the program waited for the user, so do not count that time as the answer's.
    choice.restart_clock();
    ++revision;
}

void SessionState::return_to(const Selection& selection)
{
    const Selection before = choice.now();
    const model::Gpu* still_there = library.find_gpu(selection.gpu);
    choice.return_to(fitted(selection, library.catalogue(), still_there != nullptr ? *still_there : gpu()));
    changed(before);
}

/// Drops results of the previous experiment or GPU, and requests of the previous experiment.
void SessionState::drop_results_of(const Selection& before)
{
    const bool is_other = choice.now().experiment != before.experiment;
    if (is_other) {
        requests_of.clear();
        wishes.clear();
    }
    if (!is_other && choice.now().gpu == before.gpu) return;
    scheduler.forget_what_if();
    shown_code.clear();
    answer_pending = true;
}

void SessionState::changed(const Selection& before)
{
    gpu_of_values = gpu();
    drop_results_of(before);
    answer_pending = true;
    ++revision;
    rebuild();
    scheduler.send_requests(choice, curves.axis(), wishes);
}

void SessionState::rebuild()
{
    curves.rebuild(library, scheduler.ledger(), choice);
    if (const std::string key = focus_key(); !key.empty())
        if (const protocol::ListingReply* code = library.find_code(key); code != nullptr && code->listing)
            shown_code = key;
    if (!answer_pending || !curves.is_current_answered()) return;
    answer_pending = false;
    last_answer_seconds = choice.seconds_since_change();
}

void SessionState::use_worker(std::vector<std::string> command)
{
    library.leave_machine();
    scheduler.use_worker(std::move(command));
    fit_selection();
    choice.restart_clock();
    answer_pending = true;
    ++revision;
    rebuild();
}

// ---- changes from outside ----

/// Adapts the selection to the present GPUs and experiments: GPUs come and go with the worker, experiments with
/// folders.
void SessionState::fit_selection()
{
    const Selection before = choice.now();
    const auto first_choice = library.choose_gpu("");
    const model::Gpu* gpu = library.find_gpu(before.gpu);
    if (first_choice && (gpu == nullptr || !gpu_was_chosen)) gpu = &*first_choice;
    Selection fit = before;
    if (const model::Experiment* still_there = library.catalogue().find(fit.experiment))
        catalogue::move_initial_values(*still_there, gpu_of_values, *gpu, fit.values);
    gpu_of_values = *gpu;
    fit = fitted(fit, library.catalogue(), *gpu);
    if (fit == before) return;
    choice.begin_with(std::move(fit));
    drop_results_of(before);
}

/// Values that still are the initial ones follow a change of the initial values: if a file's kernels have different
/// blocks, for example, the initial block size becomes "as launched".
void SessionState::follow_initial_values(const model::Values& before)
{
    Selection fit = choice.now();
    for (const auto& [name, initial] : catalogue::initial_values(experiment(), gpu())) {
        const auto old = before.find(name);
        const auto now = fit.values.find(name);
        if (old != before.end() && now != fit.values.end() && now->second == old->second) now->second = initial;
    }
    if (fit != choice.now()) choice.begin_with(std::move(fit));
}

/// Moves the focus to the experiment's default after the first list of a file's kernels, because only the list shows
/// which of them use local memory. A focus that the user has chosen meanwhile stays.
void SessionState::focus_default_kernel(const std::string& focus_before)
{
    if (!touched.insert(experiment().name).second || choice.now().focus != focus_before) return;
    Selection fit = choice.now();
    fit.focus = experiment().focus;
    if (fit != choice.now()) choice.begin_with(std::move(fit));
}

void SessionState::take_kernels()
{
    if (!library.needs_kernels(experiment())) return;
    const auto answer = library.find({experiment(), catalogue::whole_file(), choice.now().values, gpu()});
    const model::Values before = catalogue::initial_values(experiment(), gpu());
    const std::string focus_before = choice.now().focus;
    if (answer == nullptr || !library.take_kernels(experiment(), *answer)) return;
    fit_selection();
    focus_default_kernel(focus_before);
    follow_initial_values(before);
    ++revision;
    rebuild();
}

void SessionState::keep_learner()
{
    if (!learner.flush()) scheduler.dispatcher().link().wake_after(learner_again_after_seconds);
    for (model::Error& trouble : learner.take_troubles()) add_log(base::Severity::warning, std::move(trouble));
}

void SessionState::add_log(base::Severity severity, model::Error error)
{
    log.add(severity, std::move(error));
    ++revision;
}

void SessionState::take_log()
{
    std::vector<base::LogEntry> fresh = library.take_log();
    for (base::LogEntry& entry : scheduler.dispatcher().take_log()) fresh.push_back(std::move(entry));
    for (base::LogEntry& entry : fresh) {
        log.add(std::move(entry));
        ++revision;
    }
}

}  // namespace spillway::session
