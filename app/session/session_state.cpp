#include "app/session/session_state.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr double reload_after_seconds = 0.02;     ///< a file is written in several steps, one right after the other
constexpr double half_written_seconds = 0.15;  ///< what cannot be read may not be whole yet: an editor is given so long
constexpr double learner_again_after_seconds = 0.1;
constexpr std::size_t most_log_entries = 1000;

}  // namespace

Session::State::State(Knowledge known, Options given, std::vector<std::string> command)
    : options(std::move(given)),
      knowledge(std::move(known)),
      asking(knowledge, std::move(command), options.wake, {options.guess_ahead, options.fill_curve}),
      learner(options.progress_file)
{
}

const model::Experiment& Session::State::experiment() const
{
    return *knowledge.catalogue().find(choice.now().experiment);
}

const model::Gpu& Session::State::gpu() const
{
    return *knowledge.find_gpu(choice.now().gpu);
}

Configuration Session::State::configuration(const model::Variant& variant, const model::Values& values) const
{
    return {experiment(), variant, values, gpu()};
}

std::string Session::State::focus_key() const
{
    const model::Variant* focus = experiment().find_variant(choice.now().focus);
    return knowledge.key_of(configuration(*focus, choice.now().values));
}

bool Session::State::is_own(const model::Experiment& experiment) const
{
    const auto& folders = knowledge.folders();
    const fs::path& folder = experiment.folder;
    return !folders.empty() && folder != folders.front() && folder.parent_path() != folders.front();
}

const model::Experiment* Session::State::find_own(const std::string& source_file) const
{
    for (const model::Experiment& each : knowledge.catalogue().experiments)
        if (each.source_file == source_file && each.trusted && is_own(each)) return &each;
    return nullptr;
}

// ---- what the user changes ----

void Session::State::change(Selection next, Edit edit)
{
    const Selection before = choice.now();
    if (!choice.change(std::move(next), edit)) return;
    changed(before);
}

void Session::State::return_to(const Selection& selection)
{
    const Selection before = choice.now();
    const model::Gpu* still_there = knowledge.find_gpu(selection.gpu);
    choice.return_to(fitted(selection, knowledge.catalogue(), still_there != nullptr ? *still_there : gpu()));
    changed(before);
}

void Session::State::changed(const Selection& before)
{
    gpu_of_values = gpu();
    if (choice.now().experiment != before.experiment || choice.now().gpu != before.gpu) {
        asking.forget_what_if();
        shown_code.clear();
    }
    if (choice.now().experiment != before.experiment) {
        wishes_of.clear();
        wishes.clear();
    }
    answer_pending = true;
    ++revision;
    rebuild();
    asking.ask_for_what_is_wanted(choice, curves.axis(), wishes);
}

void Session::State::rebuild()
{
    curves.rebuild(knowledge, asking, choice);
    if (const std::string key = focus_key(); !key.empty())
        if (const Code* code = knowledge.find_code(key); code != nullptr && code->listing) shown_code = key;
    if (!answer_pending || !curves.is_current_answered()) return;
    answer_pending = false;
    last_answer_seconds = choice.seconds_since_change();
}

void Session::State::use_worker(std::vector<std::string> command)
{
    knowledge.leave_machine();
    asking.use_worker(std::move(command));
    fit_selection();
    choice.restart_clock();
    answer_pending = true;
    ++revision;
    rebuild();
}

// ---- what the world changes ----

/// GPUs come and go with the worker, experiments with their folders.
void Session::State::fit_selection()
{
    const Selection before = choice.now();
    const auto first_choice = knowledge.choose_gpu("");
    const model::Gpu* gpu = knowledge.find_gpu(before.gpu);
    if (first_choice && (gpu == nullptr || !gpu_was_chosen)) gpu = &*first_choice;
    Selection fit = before;
    if (const model::Experiment* still_there = knowledge.catalogue().find(fit.experiment))
        catalogue::move_initial_values(*still_there, gpu_of_values, *gpu, fit.values);
    gpu_of_values = *gpu;
    fit = fitted(fit, knowledge.catalogue(), *gpu);
    if (fit == before) return;
    choice.begin_with(std::move(fit));
    if (choice.now().experiment != before.experiment || choice.now().gpu != before.gpu) {
        asking.forget_what_if();
        shown_code.clear();
        answer_pending = true;
    }
}

void Session::State::watch_folders()
{
    std::error_code ignored;
    WorkerLink& link = asking.dispatcher().link();
    for (const fs::path& folder : knowledge.folders())
        if (fs::is_directory(folder, ignored)) link.watch_folder(folder.string());
    // Of a single .cu its folder: an editor puts a new file in the old one's place, and headers lie beside it.
    for (const model::Experiment& each : knowledge.catalogue().experiments)
        link.watch_folder(each.is_plain() ? each.folder.parent_path().string() : each.folder.string());
}

void Session::State::take_folder_changes()
{
    Dispatcher& dispatcher = asking.dispatcher();
    for (std::string& folder : dispatcher.take_changed_folders()) {
        changed_folders.push_back(std::move(folder));
        folders_changed_at = Clock::now();
        next_look_seconds = reload_after_seconds;
    }
    if (changed_folders.empty()) return;
    const double settled = std::chrono::duration<double>(Clock::now() - folders_changed_at).count();
    if (settled >= next_look_seconds) {
        const std::string content_before = experiment().content_hash;
        if (knowledge.reload(changed_folders, settled < half_written_seconds ? IfBroken::leave : IfBroken::take)) {
            changed_folders.clear();
            return take_reloaded_catalogue(content_before);
        }
        next_look_seconds = half_written_seconds;
    }
    dispatcher.link().wake_after(next_look_seconds - settled + 0.001);
}

void Session::State::take_reloaded_catalogue(const std::string& content_before)
{
    fit_selection();
    watch_folders();
    if (experiment().content_hash != content_before) {
        asking.forget_what_if();
        // The code of before stays, marked, until that of the new text has come.
        choice.restart_clock();
        answer_pending = true;
    }
    take_log();
    ++revision;
    rebuild();
}

void Session::State::keep_learner()
{
    if (!learner.flush()) asking.dispatcher().link().wake_after(learner_again_after_seconds);
    for (model::Error& trouble : learner.take_troubles()) add_log(Severity::warning, std::move(trouble));
}

void Session::State::add_log(Severity severity, model::Error error)
{
    log.push_back({severity, clock_time(), std::move(error)});
    if (log.size() > most_log_entries) log.pop_front();
    ++revision;
}

void Session::State::take_log()
{
    std::vector<LogEntry> fresh = knowledge.take_log();
    for (LogEntry& entry : asking.dispatcher().take_log()) fresh.push_back(std::move(entry));
    for (LogEntry& entry : fresh) {
        log.push_back(std::move(entry));
        if (log.size() > most_log_entries) log.pop_front();
        ++revision;
    }
}

}  // namespace spillway::session
