#include "app/session/session.h"

#include <algorithm>

#include "app/session/paths.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace {

constexpr double reload_after_seconds = 0.15;  ///< an editor writes a file in several steps
constexpr std::string_view first_experiment = "running_mean";
constexpr std::string_view first_gpu = "h200";

}  // namespace

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;

model::Expected<std::unique_ptr<Session>> Session::open(Options options)
{
    auto state = std::make_unique<State>(std::move(options));
    if (auto error = state->load_gpus()) return *error;
    state->load_catalogue();
    if (state->catalogue.experiments.empty()) {
        if (!state->catalogue.problems.empty()) return state->catalogue.problems.front();
        return model::Error{"no experiment was found", state->options.catalogue_folders.front().string(),
                            "Name the folder that holds kernels/ and assets/ in SPILLWAY_DATA."};
    }
    const auto known =
        std::find_if(state->gpus.begin(), state->gpus.end(), [](auto& g) { return g.name == first_gpu; });
    state->selection.gpu = known == state->gpus.end() ? state->gpus.front().name : known->name;
    const model::Experiment* first = state->catalogue.find(first_experiment);
    state->selection = state->initial_selection(first != nullptr ? *first : state->catalogue.experiments.front());

    if (auto error = state->load_recording()) return *error;
    std::vector<std::string> command = split_command(state->options.worker_command);
    if (command.empty()) command = {worker_program().string()};
    state->dispatcher = std::make_unique<Dispatcher>(std::move(command), state->options.wake);
    state->watch_catalogue();
    state->answer_pending = true;
    state->rebuild_curves();
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

// ---- what there is ----

const catalogue::Catalogue& Session::catalogue() const
{
    return state_->catalogue;
}
const std::vector<model::Gpu>& Session::gpus() const
{
    return state_->gpus;
}
const Selection& Session::selection() const
{
    return state_->selection;
}
const model::Experiment& Session::experiment() const
{
    return state_->experiment();
}
const model::Gpu& Session::gpu() const
{
    return state_->gpu();
}
const model::Parameter& Session::x_parameter() const
{
    return *state_->experiment().find_parameter(state_->selection.x_axis);
}
const WorkerStatus& Session::worker() const
{
    return state_->dispatcher->status();
}
const RecordingStatus* Session::recording() const
{
    return state_->recorded ? &state_->recorded->status() : nullptr;
}
const std::deque<LogEntry>& Session::log() const
{
    return state_->log;
}
bool Session::can_undo() const
{
    return state_->history.can_undo();
}
bool Session::can_redo() const
{
    return state_->history.can_redo();
}
const std::vector<Curve>& Session::curves() const
{
    return state_->curves;
}
std::shared_ptr<const model::RunResult> Session::known(const std::string& variant, const model::Value& x) const
{
    model::Values values = state_->selection.values;
    values[state_->selection.x_axis] = x;
    return state_->store.find(state_->key_of(variant, values));
}

const CurvePoint& Session::current(const std::string& variant) const
{
    return state_->current[variant];
}
std::uint64_t Session::revision() const
{
    return state_->revision;
}
const std::optional<model::Error>& Session::listing_error() const
{
    return state_->listing_error;
}

Progress Session::progress() const
{
    Progress progress;
    progress.done = state_->points_done;
    progress.total = state_->points_total;
    progress.in_flight = static_cast<int>(state_->dispatcher->in_flight());
    progress.current_pending = state_->answer_pending;
    progress.last_answer_seconds = state_->last_answer_seconds;
    return progress;
}

const model::Listing* Session::listing() const
{
    const auto found = state_->listings.find(state_->shown_listing);
    return found == state_->listings.end() ? nullptr : &found->second;
}

bool Session::listing_is_stale() const
{
    return state_->shown_listing != state_->key_of(state_->selection.focus, state_->selection.values);
}

const model::OccupancyCurves* Session::occupancy_curves() const
{
    return state_->what_if ? &*state_->what_if : nullptr;
}

// ---- what can be asked ----

void Session::State::change(Selection next, Edit edit)
{
    history.remember(selection, edit == Edit::dragging);
    if (next == selection) return;
    const bool same_axis = next.experiment == selection.experiment && next.x_axis == selection.x_axis;
    previous_x.reset();
    if (same_axis) previous_x = selection.values.at(selection.x_axis);
    if (next.experiment != selection.experiment) {
        shown.clear();
        current.clear();
        what_if.reset();
        wanted_what_if.clear();
        shown_listing.clear();
    }
    selection = std::move(next);
    changed_at = Clock::now();
    answer_pending = true;
    ++revision;
    rebuild_curves();
    ask_for_what_is_wanted();
}

void Session::select_experiment(const std::string& name)
{
    const model::Experiment* wanted = state_->catalogue.find(name);
    if (wanted != nullptr && name != state_->selection.experiment) state_->change(state_->initial_selection(*wanted));
}

std::optional<model::Error> Session::set_value(const std::string& name, model::Value value, Edit edit)
{
    const model::Parameter* parameter = state_->experiment().find_parameter(name);
    if (parameter == nullptr)
        return model::Error{"there is no parameter '" + name + "'", state_->selection.experiment,
                            "See 'spillway list' for the names."};
    if (auto error = catalogue::check_value(*parameter, value)) return error;
    Selection next = state_->selection;
    next.values[name] = std::move(value);
    state_->change(std::move(next), edit);
    return std::nullopt;
}

std::optional<model::Error> Session::set_values(const model::Values& values)
{
    Selection next = state_->selection;
    for (const auto& [name, value] : values) {
        const model::Parameter* parameter = state_->experiment().find_parameter(name);
        if (parameter == nullptr)
            return model::Error{"there is no parameter '" + name + "'", state_->selection.experiment,
                                "See 'spillway list' for the names."};
        if (auto error = catalogue::check_value(*parameter, value)) return error;
        next.values[name] = value;
    }
    state_->change(std::move(next));
    return std::nullopt;
}

void Session::reset_value(const std::string& name)
{
    if (const model::Parameter* parameter = state_->experiment().find_parameter(name))
        (void)set_value(name, catalogue::initial_value(*parameter, state_->gpu()));  // lies in its range
}

void Session::reset_all()
{
    Selection next = state_->selection;
    next.values = catalogue::initial_values(state_->experiment(), state_->gpu());
    next.x_axis = state_->experiment().x_axis;
    state_->change(std::move(next));
}

void Session::set_gpu(const std::string& name)
{
    const auto& gpus = state_->gpus;
    const auto chosen = std::find_if(gpus.begin(), gpus.end(), [&](const auto& gpu) { return gpu.name == name; });
    if (chosen == gpus.end()) return;
    state_->gpu_was_chosen = true;
    Selection next = state_->selection;
    next.gpu = name;
    catalogue::move_initial_values(state_->experiment(), state_->gpu(), *chosen, next.values);
    state_->change(std::move(next));
}

void Session::set_x_axis(const std::string& parameter)
{
    if (state_->experiment().find_parameter(parameter) == nullptr) return;
    Selection next = state_->selection;
    next.x_axis = parameter;
    state_->shown.clear();
    state_->change(std::move(next));
}

void Session::set_focus(const std::string& variant)
{
    if (state_->experiment().find_variant(variant) == nullptr) return;
    Selection next = state_->selection;
    next.focus = variant;
    state_->change(std::move(next));
}

void Session::undo()
{
    if (auto before = state_->history.undo(state_->selection)) {
        const History kept = state_->history;
        state_->change(state_->fitted(*before));
        state_->history = kept;  // going back is no new step
    }
}

void Session::redo()
{
    if (auto after = state_->history.redo(state_->selection)) {
        const History kept = state_->history;
        state_->change(state_->fitted(*after));
        state_->history = kept;
    }
}

void Session::trust_experiment(const std::string& name)
{
    for (model::Experiment& experiment : state_->catalogue.experiments) {
        if (experiment.name != name) continue;
        experiment.trusted = true;
        if (auto error = state_->trust.trust(experiment)) state_->add_log(Severity::warning, *error);
        state_->store.forget_experiment(name);
        ++state_->revision;
    }
}

void Session::add_catalogue_folder(const std::filesystem::path& folder)
{
    // The catalogue takes a single experiment as well as a folder of them.
    state_->options.catalogue_folders.push_back(folder);
    state_->folders_changed = true;
    state_->folders_changed_at = Clock::now() - std::chrono::seconds(1);
    update();
    for (const model::Experiment& experiment : state_->catalogue.experiments) {
        if (experiment.folder != folder && experiment.folder.parent_path() != folder) continue;
        select_experiment(experiment.name);
        return;
    }
}

void Session::restart_worker()
{
    state_->dispatcher->restart();
}

bool Session::update()
{
    State& state = *state_;
    const std::uint64_t before = state.revision;
    const WorkerState worker_before = state.dispatcher->status().state;
    const bool arrived = state.dispatcher->poll();
    for (LogEntry& entry : state.dispatcher->take_log()) {
        state.log.push_back(std::move(entry));
        ++state.revision;
    }
    if (state.dispatcher->status().state != worker_before) {
        ++state.revision;
        state.wanted_listing.clear();
        state.wanted_what_if.clear();
        state.take_live_gpus();
        state.fit_recording_to_compiler();
    }
    if (!state.dispatcher->take_changed_folders().empty()) {
        state.folders_changed = true;
        state.folders_changed_at = Clock::now();
        state.dispatcher->link().wake_after(reload_after_seconds + 0.01);
    }
    const double settled = std::chrono::duration<double>(Clock::now() - state.folders_changed_at).count();
    if (state.folders_changed && settled >= reload_after_seconds) {
        state.folders_changed = false;
        const Selection kept = state.selection;
        state.load_catalogue();
        state.selection = state.fitted(kept);
        state.wanted_listing.clear();
        state.watch_catalogue();
        ++state.revision;
    }
    if (state.revision != before) state.rebuild_curves();
    state.ask_for_what_is_wanted();
    return arrived || state.revision != before;
}

}  // namespace spillway::session
