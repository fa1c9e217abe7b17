#include "app/session/state_view.h"

#include "app/session/session_state.h"

namespace spillway::session {

const catalogue::Catalogue& StateView::catalogue() const
{
    return state_.library.catalogue();
}

const std::vector<model::Gpu>& StateView::gpus() const
{
    return state_.library.gpus();
}

const Selection& StateView::selection() const
{
    return state_.choice.now();
}

const model::Experiment& StateView::experiment() const
{
    return state_.experiment();
}

const model::Gpu& StateView::gpu() const
{
    return state_.gpu();
}

const model::Parameter& StateView::x_parameter() const
{
    return *state_.experiment().find_parameter(state_.choice.now().x_axis);
}

bool StateView::can_undo() const
{
    return state_.choice.can_undo();
}

bool StateView::can_redo() const
{
    return state_.choice.can_redo();
}

bool StateView::is_own() const
{
    return experiment().origin.is_users_own();
}

model::Expected<model::Gpu> StateView::choose_gpu(const std::string& name) const
{
    return state_.library.choose_gpu(name);
}

std::string StateView::table_name(const model::Gpu& live) const
{
    return state_.library.table_name(live);
}

const std::vector<results::Curve>& StateView::curves() const
{
    return state_.curves.all();
}

const results::CurvePoint& StateView::current(const std::string& variant) const
{
    return state_.curves.current(variant);
}

std::shared_ptr<const model::RunResult> StateView::known(const std::string& name, const model::Value& x) const
{
    const model::Variant* variant = experiment().find_variant(name);
    if (variant == nullptr) return nullptr;
    model::Values values = selection().values;
    values[selection().x_axis] = x;
    return state_.library.find(state_.configuration(*variant, values));
}

std::shared_ptr<const model::RunResult> StateView::known(const BackgroundRequest& wish) const
{
    const model::Variant* variant = experiment().find_variant(wish.variant);
    const model::Gpu* gpu = state_.library.find_gpu(wish.gpu);
    if (variant == nullptr || gpu == nullptr) return nullptr;
    return state_.library.find({experiment(), *variant, wish.values, *gpu});
}

const results::RecordingStatus* StateView::recording(const std::string& gpu) const
{
    const results::RecordedResults* recording = state_.library.recordings().of(gpu);
    return recording != nullptr ? &recording->status() : nullptr;
}

bool StateView::may_be_recorded(const std::string& experiment, const std::string& gpu) const
{
    const results::RecordedResults* recording = state_.library.recordings().of(gpu);
    return recording != nullptr && recording->may_have(experiment);
}

const std::vector<model::Value>& StateView::recorded_values(const std::string& parameter) const
{
    return state_.recorded_values_of(parameter);
}

const model::OccupancyCurves* StateView::occupancy_curves() const
{
    return state_.scheduler.ledger().occupancy_curves();
}

const model::Listing* StateView::listing() const
{
    const protocol::ListingReply* code = state_.library.find_code(state_.shown_code);
    return code != nullptr && code->listing ? &*code->listing : nullptr;
}

bool StateView::listing_is_stale() const
{
    return state_.shown_code != state_.focus_key() || experiment().origin.source_state != model::SourceState::current;
}

const std::optional<model::Error>& StateView::listing_error() const
{
    static const std::optional<model::Error> none;
    const protocol::ListingReply* code = state_.library.find_code(state_.focus_key());
    return code != nullptr ? code->error : none;
}

const model::Listing* StateView::listing_of(const std::string& name) const
{
    const model::Variant* variant = experiment().find_variant(name);
    if (variant == nullptr) return nullptr;
    const protocol::ListingReply* code =
        state_.library.find_code(state_.library.key_of(state_.configuration(*variant, selection().values)));
    return code != nullptr && code->listing ? &*code->listing : nullptr;
}

const std::vector<model::Cause>* StateView::causes() const
{
    const protocol::CausesReply* causes = state_.library.find_causes(state_.focus_key());
    return causes != nullptr && causes->causes ? &*causes->causes : nullptr;
}

const std::optional<model::Error>& StateView::causes_error() const
{
    static const std::optional<model::Error> none;
    const protocol::CausesReply* causes = state_.library.find_causes(state_.focus_key());
    return causes != nullptr ? causes->error : none;
}

const OwnRun* StateView::own_run() const
{
    const model::Variant* variant = experiment().find_variant(selection().focus);
    return variant == nullptr ? nullptr : state_.own_runs.find(experiment(), *variant);
}

bool StateView::are_causes_requested() const
{
    return state_.scheduler.ledger().is_wanted(state_.focus_key(), Stage::causes);
}

const worker_client::WorkerStatus& StateView::worker() const
{
    return state_.scheduler.worker();
}

Progress StateView::progress() const
{
    Progress progress;
    progress.done = state_.curves.points_done();
    progress.total = state_.curves.points_total();
    progress.in_flight = static_cast<int>(state_.scheduler.in_flight());
    progress.code_in_flight = state_.scheduler.ledger().code_under_way();
    progress.background_in_flight = state_.scheduler.ledger().under_way(Priority::background);
    progress.is_looking_up = state_.curves.is_unfinished();
    progress.is_at_rest = state_.scheduler.is_at_rest(state_.choice);
    progress.current_pending = state_.answer_pending;
    progress.last_answer_seconds = state_.last_answer_seconds;
    return progress;
}

const std::deque<base::LogEntry>& StateView::log() const
{
    return state_.log.entries();
}

std::vector<std::string> StateView::files_to_send() const
{
    return experiment().origin.trusted ? state_.scheduler.files_to_send(experiment()) : std::vector<std::string>{};
}

const learner::LearnerProgress& StateView::learner() const
{
    return state_.learner.now();
}

std::optional<learner::LeftText> StateView::left_typed(const std::string& source_file) const
{
    return state_.typing.left(source_file, experiment().source);
}

std::uint64_t StateView::revision() const
{
    return state_.revision;
}

}  // namespace spillway::session
