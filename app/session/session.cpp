#include "app/session/session.h"

#include "app/base/paths.h"
#include "app/session/session_folders.h"
#include "app/session/session_state.h"
#include "app/worker_client/split_command.h"
#include "app/worker_client/worker_place.h"

namespace spillway::session {
namespace {

constexpr std::string_view first_experiment = "running_mean";

/// What may stand in for a worker's command.
std::vector<std::string> command_of(const Options& options)
{
    std::vector<std::string> command = worker_client::split_command(options.worker_command);
    if (command.empty()) command = {base::worker_program().string()};
    return command;
}

}  // namespace

Session::Session(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}
Session::~Session() = default;

model::Expected<std::unique_ptr<Session>> Session::open(Options options)
{
    auto knowledge = results::Knowledge::load(options);
    if (!knowledge) return knowledge.error();
    const catalogue::Catalogue& catalogue = knowledge->catalogue();
    if (catalogue.experiments.empty()) {
        if (!catalogue.problems.empty()) return catalogue.problems.front();
        return model::Error{"no experiment was found", options.catalogue_folders.front().string(),
                            "Name the folder that holds kernels/ and assets/ in SPILLWAY_DATA."};
    }
    if (auto error = knowledge->open_recording_or_default(options.recording)) return *error;
    const auto gpu = knowledge->choose_gpu("");
    if (!gpu) return gpu.error();

    std::vector<std::string> command = command_of(options);
    auto state = std::make_unique<SessionState>(std::move(*knowledge), std::move(options), std::move(command));
    // A named recording is to be shown, also beside a live GPU.
    state->gpu_was_chosen = state->knowledge.is_recording_named();
    const catalogue::Catalogue& known = state->knowledge.catalogue();
    const model::Experiment* first = known.find(first_experiment);
    state->choice.begin_with(initial_selection(first != nullptr ? *first : known.experiments.front(), *gpu));
    state->gpu_of_values = *gpu;
    watch_folders(*state);
    state->take_log();
    state->rebuild();
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

// ---- what there is ----

const catalogue::Catalogue& Session::catalogue() const
{
    return state_->knowledge.catalogue();
}
const std::vector<model::Gpu>& Session::gpus() const
{
    return state_->knowledge.gpus();
}
const Selection& Session::selection() const
{
    return state_->choice.now();
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
    return *state_->experiment().find_parameter(state_->choice.now().x_axis);
}
const worker_client::WorkerStatus& Session::worker() const
{
    return state_->scheduler.worker();
}
const results::RecordingStatus* Session::recording(const std::string& gpu) const
{
    const results::RecordedResults* recording = state_->knowledge.recordings().of(gpu);
    return recording != nullptr ? &recording->status() : nullptr;
}
model::Expected<model::Gpu> Session::choose_gpu(const std::string& name) const
{
    return state_->knowledge.choose_gpu(name);
}
std::string Session::table_name(const model::Gpu& live) const
{
    return state_->knowledge.table_name(live);
}
const std::deque<base::LogEntry>& Session::log() const
{
    return state_->log.entries();
}
bool Session::can_undo() const
{
    return state_->choice.can_undo();
}
bool Session::can_redo() const
{
    return state_->choice.can_redo();
}
const std::vector<results::Curve>& Session::curves() const
{
    return state_->curves.all();
}
std::uint64_t Session::revision() const
{
    return state_->revision;
}
const results::CurvePoint& Session::current(const std::string& variant) const
{
    return state_->curves.current(variant);
}

std::shared_ptr<const model::RunResult> Session::known(const std::string& name, const model::Value& x) const
{
    const model::Variant* variant = experiment().find_variant(name);
    if (variant == nullptr) return nullptr;
    model::Values values = selection().values;
    values[selection().x_axis] = x;
    return state_->knowledge.find(state_->configuration(*variant, values));
}

const std::vector<model::Value>& Session::recorded_values(const std::string& parameter) const
{
    return state_->recorded_values_of(parameter);
}

std::shared_ptr<const model::RunResult> Session::known(const Wish& wish) const
{
    const model::Variant* variant = experiment().find_variant(wish.variant);
    const model::Gpu* gpu = state_->knowledge.find_gpu(wish.gpu);
    if (variant == nullptr || gpu == nullptr) return nullptr;
    return state_->knowledge.find({experiment(), *variant, wish.values, *gpu});
}

void Session::wish(Wisher who, std::vector<Wish> wishes)
{
    std::vector<Wish>& wished = state_->wishes_of[who];
    if (wished == wishes) return;
    wished = std::move(wishes);
    state_->wishes.clear();
    for (const auto& [wisher, some] : state_->wishes_of)
        state_->wishes.insert(state_->wishes.end(), some.begin(), some.end());
    ++state_->revision;
}

Progress Session::progress() const
{
    Progress progress;
    progress.done = state_->curves.points_done();
    progress.total = state_->curves.points_total();
    progress.in_flight = static_cast<int>(state_->scheduler.in_flight());
    progress.wishes_in_flight = state_->scheduler.ledger().under_way(Priority::wish);
    progress.is_at_rest = RequestScheduler::is_at_rest(state_->choice);
    progress.current_pending = state_->answer_pending;
    progress.last_answer_seconds = state_->last_answer_seconds;
    return progress;
}

const model::Listing* Session::listing() const
{
    const protocol::ListingReply* code = state_->knowledge.find_code(state_->shown_code);
    return code != nullptr && code->listing ? &*code->listing : nullptr;
}

const model::Listing* Session::listing_of(const std::string& name) const
{
    const model::Variant* variant = experiment().find_variant(name);
    if (variant == nullptr) return nullptr;
    const protocol::ListingReply* code =
        state_->knowledge.find_code(state_->knowledge.key_of(state_->configuration(*variant, selection().values)));
    return code != nullptr && code->listing ? &*code->listing : nullptr;
}

bool Session::listing_is_stale() const
{
    return state_->shown_code != state_->focus_key();
}

const std::optional<model::Error>& Session::listing_error() const
{
    static const std::optional<model::Error> none;
    const protocol::ListingReply* code = state_->knowledge.find_code(state_->focus_key());
    return code != nullptr ? code->error : none;
}

const std::vector<model::Cause>* Session::causes() const
{
    const protocol::CausesReply* causes = state_->knowledge.find_causes(state_->focus_key());
    return causes != nullptr && causes->causes ? &*causes->causes : nullptr;
}

const std::optional<model::Error>& Session::causes_error() const
{
    static const std::optional<model::Error> none;
    const protocol::CausesReply* causes = state_->knowledge.find_causes(state_->focus_key());
    return causes != nullptr ? causes->error : none;
}

bool Session::are_causes_asked() const
{
    return state_->scheduler.ledger().is_wanted(state_->focus_key(), Stage::causes);
}

void Session::ask_for_causes()
{
    state_->scheduler.want_causes(state_->focus_key());
}

const model::OccupancyCurves* Session::occupancy_curves() const
{
    return state_->scheduler.ledger().occupancy_curves();
}

// ---- what can be asked ----

void Session::select_experiment(const std::string& name)
{
    state_->select_experiment(name);
}

std::optional<model::Error> Session::select(const Selection& setting)
{
    return state_->select(setting);
}

std::optional<model::Error> Session::set_value(const std::string& name, model::Value value, Edit edit)
{
    return state_->set_values({{name, std::move(value)}}, edit);
}

std::optional<model::Error> Session::set_values(const model::Values& values)
{
    return state_->set_values(values, Edit::finished);
}

void Session::set_gpu(const std::string& name)
{
    const model::Gpu* chosen = state_->knowledge.find_gpu(name);
    if (chosen == nullptr) return;
    state_->gpu_was_chosen = true;
    state_->change(moved_to(selection(), state_->experiment(), state_->gpu(), *chosen));
}

void Session::set_x_axis(const std::string& parameter)
{
    if (state_->experiment().find_parameter(parameter) == nullptr) return;
    Selection next = selection();
    next.x_axis = parameter;
    state_->change(std::move(next));
}

void Session::set_focus(const std::string& variant)
{
    if (state_->experiment().find_variant(variant) == nullptr) return;
    Selection next = selection();
    next.focus = variant;
    state_->change(std::move(next));
}

void Session::want_code_of(const std::string& variant)
{
    state_->scheduler.also_ask_for_code_of(variant);
    state_->choice.restart_clock();
}

std::vector<std::string> Session::files_to_send() const
{
    return experiment().trusted ? state_->scheduler.files_to_send(experiment()) : std::vector<std::string>{};
}

void Session::send_files()
{
    state_->scheduler.send_files(experiment());
    ++state_->revision;
}

void Session::undo()
{
    if (const auto before = state_->choice.undo()) state_->return_to(*before);
}

void Session::redo()
{
    if (const auto after = state_->choice.redo()) state_->return_to(*after);
}

void Session::trust_experiment(const std::string& name, results::TrustTerm term)
{
    state_->trust_experiment(name, term);
}

std::optional<model::Error> Session::add_catalogue_folder(const std::filesystem::path& folder)
{
    return add_folder(*state_, folder);
}

const learner::LearnerProgress& Session::learner() const
{
    return state_->learner.now();
}

void Session::change_learner(learner::ProgressStore::Edit edit)
{
    state_->learner.change(std::move(edit));
    ++state_->revision;
}

void Session::show_code_metrics(bool are_shown)
{
    state_->scheduler.inspect_curve(are_shown);
}

void Session::show_counters(bool are_shown)
{
    state_->scheduler.count(are_shown);
}

void Session::restart_worker()
{
    state_->scheduler.restart();
    ++state_->revision;
}

// ---- the user's own files ----

bool Session::is_own() const
{
    return session::is_own(*state_, experiment());
}

SaveOutcome Session::save_source(const std::string& source_file, const std::string& text, const std::string& last_read)
{
    return session::save_source(*state_, source_file, text, last_read);
}

std::optional<model::Error> Session::note_typed(const std::string& source_file, const std::string& text,
                                                bool is_in_file)
{
    return session::note_typed(*state_, source_file, text, is_in_file);
}

model::Expected<std::filesystem::path> Session::keep_text(const std::string& source_file, const std::string& text)
{
    return state_->typing.keep(source_file, text);
}

std::optional<learner::LeftText> Session::left_typed(const std::string& source_file) const
{
    return state_->typing.left(source_file, experiment().source);
}

void Session::put_away_left(const std::string& source_file, const learner::LeftText& left)
{
    state_->typing.put_away(source_file, left);
}

model::Expected<std::filesystem::path> Session::keep_beside(const std::string& source_file, const std::string& text)
{
    return session::keep_beside(*state_, source_file, text);
}

std::optional<model::Error> Session::edit_a_copy()
{
    return session::edit_a_copy(*state_);
}

std::optional<model::Error> Session::make_experiment()
{
    return session::make_experiment(*state_);
}

std::optional<model::Error> Session::use_machine(const std::string& machine)
{
    if (!machine.empty())
        if (auto error = worker_client::why_no_machine(machine)) return error;
    state_->use_worker(machine.empty() ? std::vector{base::worker_program().string()}
                                       : worker_client::command_for(machine));
    return std::nullopt;
}

void Session::use_compiler(const std::string& path)
{
    std::vector<std::string> command = command_of(state_->options);
    if (!worker_client::host_of(command).empty()) command = {base::worker_program().string()};
    command.insert(command.end(), {"--nvrtc", path});
    state_->use_worker(std::move(command));
}

bool Session::update()
{
    SessionState& state = *state_;
    const std::uint64_t before = state.revision;
    const News news = state.scheduler.poll();
    if (news != News::none) ++state.revision;
    if (news == News::worker) state.fit_selection();
    // In a drag a what-if curve arrives at each step; none of the results along the axis depends on it.
    const std::uint64_t curves_are_of = news >= News::known ? before : state.revision;
    if (news == News::known) state.take_kernels();
    state.keep_learner();
    state.take_log();
    take_folder_changes(state);
    if (state.revision != curves_are_of || state.curves.is_unfinished()) state.rebuild();
    if (state.curves.is_unfinished()) ++state.revision;
    state.scheduler.ask_for_what_is_wanted(state.choice, state.curves.axis(), state.wishes);
    return state.revision != before;
}

std::optional<double> Session::seconds_to_update() const
{
    return state_->scheduler.dispatcher().link().seconds_to_next();
}

}  // namespace spillway::session
