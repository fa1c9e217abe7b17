#include "app/session/session.h"

#include "app/session/session_folders.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace {

constexpr std::string_view first_experiment = "running_mean";

}  // namespace

Session::Session(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}
Session::~Session() = default;

model::Expected<std::unique_ptr<Session>> Session::open(Options options)
{
    auto library = results::ResultLibrary::load(options);
    if (!library) return library.error();
    const catalogue::Catalogue& catalogue = library->catalogue();
    if (catalogue.experiments.empty()) {
        if (!catalogue.problems.empty()) return catalogue.problems.front();
        return model::Error{"no experiment was found", options.installed_experiments.string(),
                            "Name the folder that holds kernels/ and assets/ in SPILLWAY_DATA."};
    }
    if (auto error = library->open_recording_or_default(options.recording)) return *error;
    const auto gpu = library->choose_gpu("");
    if (!gpu) return gpu.error();

    const std::vector<std::string> command = command_of_worker(options.worker_command);
    auto state = std::make_unique<SessionState>(std::move(*library), std::move(options), command);
    // A named recording has priority over a live GPU.
    state->gpu_was_chosen = state->library.is_recording_named();
    const catalogue::Catalogue& known = state->library.catalogue();
    const model::Experiment* first = known.find(first_experiment);
    state->choice.begin_with(initial_selection(first != nullptr ? *first : known.experiments.front(), *gpu));
    state->gpu_of_values = *gpu;
    watch_folders(*state);
    state->take_log();
    state->rebuild();
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

const SessionView& Session::view() const
{
    return state_->view;
}

// ---- selection ----

void Session::select_experiment(const std::string& name)
{
    state_->select_experiment(name);
}

std::optional<model::Error> Session::select(const Selection& setting)
{
    return state_->select(setting);
}

std::optional<model::Error> Session::set_values(const model::Values& values, Edit edit)
{
    return state_->set_values(values, edit);
}

void Session::set_gpu(const std::string& name)
{
    const model::Gpu* chosen = state_->library.find_gpu(name);
    if (chosen == nullptr) return;
    state_->gpu_was_chosen = true;
    state_->change(moved_to(state_->choice.now(), state_->experiment(), state_->gpu(), *chosen));
}

void Session::set_x_axis(const std::string& parameter)
{
    if (state_->experiment().find_parameter(parameter) == nullptr) return;
    Selection next = state_->choice.now();
    next.x_axis = parameter;
    state_->change(std::move(next));
}

void Session::set_focus(const std::string& variant)
{
    if (state_->experiment().find_variant(variant) == nullptr) return;
    Selection next = state_->choice.now();
    next.focus = variant;
    state_->touched.insert(next.experiment);  // even if this variant has the focus already
    state_->change(std::move(next));
}

void Session::undo()
{
    if (const auto before = state_->choice.undo()) state_->return_to(*before);
}

void Session::forget_undo_steps()
{
    state_->choice.forget_steps();
}

void Session::redo()
{
    if (const auto after = state_->choice.redo()) state_->return_to(*after);
}

// ---- additional requests ----

void Session::request_in_background(Requester who, std::vector<BackgroundRequest> wishes)
{
    std::vector<BackgroundRequest>& wished = state_->requests_of[who];
    if (wished == wishes) return;
    wished = std::move(wishes);
    state_->wishes.clear();
    for (const auto& [source, some] : state_->requests_of)
        state_->wishes.insert(state_->wishes.end(), some.begin(), some.end());
    ++state_->revision;
}

void Session::want_code_of(const std::string& variant)
{
    state_->scheduler.also_request_code_of(variant);
    state_->choice.restart_clock();
}

void Session::request_only_charts(bool is_set)
{
    state_->scheduler.request_only_charts(is_set);
}

void Session::request_causes()
{
    state_->scheduler.want_causes(state_->focus_key());
}

void Session::run_here(const catalogue::RunSettings& settings)
{
    const model::Experiment& file = state_->experiment();
    const Selection& chosen = state_->view.selection();
    const model::Variant* variant = file.find_variant(chosen.focus);
    if (variant == nullptr || !file.is_plain() || !file.origin.trusted) return;
    state_->own_runs.start(state_->scheduler.dispatcher(), file, *variant, chosen.values, state_->gpu(), settings);
}

void Session::stop_here()
{
    const model::Experiment& file = state_->experiment();
    const model::Variant* variant = file.find_variant(state_->view.selection().focus);
    if (variant != nullptr) state_->own_runs.stop(state_->scheduler.dispatcher(), file, *variant);
}

void Session::show(ShownMetrics shown)
{
    state_->scheduler.count(shown.counters);
    state_->scheduler.inspect_curve(shown.code);
    state_->scheduler.interpret(shown.counts, shown.ptx);
}

// ---- sources of experiments, progress and results ----

void Session::trust_experiment(const std::string& name, results::TrustTerm term)
{
    state_->trust_experiment(name, term);
}

std::optional<model::Error> Session::add_catalogue_folder(const std::filesystem::path& folder)
{
    return add_folder(*state_, folder);
}

bool Session::read_on()
{
    if (state_->library.read_on()) return true;
    state_->take_log();
    watch_folders(*state_);
    ++state_->revision;
    return false;
}

std::optional<model::Error> Session::add_to_recording(const std::filesystem::path& part)
{
    if (auto refused = state_->library.add_to_recording(part)) return refused;
    ++state_->revision;
    state_->rebuild();  // update() does not notice the new part
    return std::nullopt;
}

void Session::forget_recorded_parts(const std::string& experiment)
{
    state_->library.forget_recorded_parts(experiment);
    ++state_->revision;
    state_->rebuild();
}

std::optional<model::Error> Session::open_recording(const std::filesystem::path& file)
{
    if (auto refused = state_->library.open_recording(file)) return refused;
    state_->fit_selection();
    ++state_->revision;
    set_gpu(state_->library.recordings().first()->gpu().name);
    return std::nullopt;
}

model::Expected<std::string> Session::lay_recording(const std::filesystem::path& file)
{
    const auto laid = state_->library.lay_recording(file);
    if (!laid) return laid.error();
    state_->fit_selection();
    ++state_->revision;
    set_gpu(laid->header.gpu.name);
    return laid->sentence();
}

void Session::change_learner(learner::ProgressStore::Edit edit)
{
    state_->learner.change(std::move(edit));
    ++state_->revision;
}

UserFiles Session::files()
{
    return UserFiles(*state_);
}

WorkerControl Session::worker()
{
    return WorkerControl(*state_);
}

bool Session::update()
{
    SessionState& state = *state_;
    const std::uint64_t before = state.revision;
    const News news = state.scheduler.poll();
    if (news != News::none) ++state.revision;
    if (news == News::worker) state.fit_selection();
    // In a drag a what-if curve arrives at each step; no result on the axis depends on it.
    const std::uint64_t curves_are_of = news >= News::known ? before : state.revision;
    if (std::exchange(state.seen_own_runs, state.own_runs.changes()) != state.own_runs.changes()) ++state.revision;
    state.keep_learner();
    state.take_log();
    take_folder_changes(state);
    state.take_kernels();  // also without news: an undone change needs a report that the library has
    const bool was_unfinished = state.curves.is_unfinished();
    if (state.revision != curves_are_of || was_unfinished) state.rebuild();
    if (was_unfinished || state.curves.is_unfinished()) ++state.revision;  // the last points are news too
    state.scheduler.send_requests(state.choice, state.curves.axis(), state.wishes);
    return state.revision != before;
}

std::optional<double> Session::seconds_to_update() const
{
    return state_->scheduler.dispatcher().link().seconds_to_next();
}

}  // namespace spillway::session
