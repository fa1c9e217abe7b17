#include "app/session/session_folders.h"

#include <set>

#include "app/base/shared_file.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr double reload_after_seconds = 0.02;  ///< a file is written in several steps in quick succession
/// An unreadable file may be half-written: an editor gets this long to finish it.
constexpr double half_written_seconds = 0.15;
/// Subfolders watched per catalogue, besides the folders of its experiments; a system may allow only 8,192 watches.
constexpr std::size_t max_folders_watched = 500;

/// Adds a catalogue's folder and its subfolders, including those that are no experiments yet.
void add_with_folders_in(const fs::path& catalogue, std::set<std::string>& folders)
{
    std::error_code ignored;
    if (!fs::is_directory(catalogue, ignored)) return;
    folders.insert(catalogue.string());
    std::size_t count = 0;
    for (fs::directory_iterator at(catalogue, ignored), end; !ignored && at != end; at.increment(ignored))
        if (at->is_directory(ignored) && !at->path().filename().string().starts_with('.') &&
            ++count <= max_folders_watched)
            folders.insert(at->path().string());
}

/// A program that opened a file while it was replaced may have written to the old one. Keeps and reports that text.
void take_late_writes(SessionState& state)
{
    constexpr double watch_seconds = 3, check_again_seconds = 0.2;
    for (const SessionState::ReplacedFile& each : state.replaced_files) {
        const auto text = each.displaced->written_since();
        if (!text) continue;
        const auto kept = state.typing.keep(each.file, *text);
        state.add_log(
            base::Severity::warning,
            kept ? model::
                       Error{"another program saved this file at the moment Spillway saved your text; its text is kept",
                             kept->string(), "compare both, and keep what you want"}
                 : kept.error());
    }
    std::erase_if(state.replaced_files, [](const SessionState::ReplacedFile& each) {
        return std::chrono::duration<double>(Clock::now() - each.since).count() > watch_seconds;
    });
    if (!state.replaced_files.empty()) state.scheduler.dispatcher().link().wake_after(check_again_seconds);
}

}  // namespace

void watch_folders(SessionState& state)
{
    std::set<std::string> folders;
    for (const catalogue::CatalogueFolder& folder : state.library.folders()) add_with_folders_in(folder.path, folders);
    for (const model::Experiment& each : state.library.catalogue().experiments) {
        folders.insert(each.origin.changing_folder().string());
        for (const model::Experiment& exercise : each.exercises) folders.insert(exercise.origin.folder.string());
    }
    state.scheduler.dispatcher().link().watch_folders({folders.begin(), folders.end()}, state.library.read_at());
}

void take_reloaded_catalogue(SessionState& state, const std::string& content_before)
{
    state.fit_selection();
    watch_folders(state);
    if (state.experiment().origin.content_hash != content_before) {
        state.scheduler.forget_what_if();
        // The old code stays, marked stale, until the new source's code arrives.
        state.choice.restart_clock();
        state.answer_pending = true;
    }
    state.take_log();
    ++state.revision;
    state.rebuild();
}

void take_folder_changes(SessionState& state)
{
    take_late_writes(state);
    worker_client::Dispatcher& dispatcher = state.scheduler.dispatcher();
    for (std::string& folder : dispatcher.take_changed_folders()) {
        state.changed_folders.push_back(std::move(folder));
        state.folders_changed_at = Clock::now();
        state.next_look_seconds = reload_after_seconds;
    }
    if (state.changed_folders.empty()) return;
    const double settled = std::chrono::duration<double>(Clock::now() - state.folders_changed_at).count();
    if (settled >= state.next_look_seconds) {
        const std::string content_before = state.experiment().origin.content_hash;
        const results::OnParseError on_parse_error =
            settled < half_written_seconds ? results::OnParseError::keep : results::OnParseError::accept;
        state.library.hold(state.experiment().source_file);
        if (state.library.reload(state.changed_folders, on_parse_error)) {
            state.changed_folders.clear();
            return take_reloaded_catalogue(state, content_before);
        }
        state.next_look_seconds = half_written_seconds;
    }
    dispatcher.link().wake_after(state.next_look_seconds - settled + 0.001);
}

std::optional<model::Error> add_folder(SessionState& state, const fs::path& named)
{
    std::error_code unreadable;
    const fs::path folder = fs::weakly_canonical(fs::absolute(named, unreadable), unreadable);
    if (auto problem = catalogue::why_no_catalogue(folder)) return problem;
    const std::string content_before = state.experiment().origin.content_hash;
    if (auto problem = state.library.add_folder(folder)) return problem;
    take_reloaded_catalogue(state, content_before);
    const catalogue::Catalogue& catalogue = state.library.catalogue();
    for (const model::Experiment& experiment : catalogue.experiments) {
        const fs::path place = fs::weakly_canonical(experiment.origin.folder, unreadable);
        if (place != folder && place.parent_path() != folder) continue;
        state.select_experiment(experiment.name);
        return std::nullopt;
    }
    for (const model::Error& problem : catalogue.problems)
        if (problem.where.starts_with(folder.string())) return problem;
    return model::Error{"no experiment could be read", folder.string(), "The log says why."};
}

}  // namespace spillway::session
