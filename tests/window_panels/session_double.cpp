#include "session_double.h"

namespace spillway::test {

Scenario& held()
{
    static Scenario scenario;
    return scenario;
}
std::uint64_t revision_count = 0;

std::vector<std::string>& asked()
{
    static std::vector<std::string> calls;
    return calls;
}

learner::LearnerProgress& learner()
{
    static learner::LearnerProgress progress;
    return progress;
}

std::unique_ptr<session::Session> make_session(const Scenario& scenario)
{
    held() = scenario;
    learner().clear();
    ++revision_count;
    return std::move(session::Session::open({}).value());
}

void change(session::Session&, const Scenario& scenario)
{
    held() = scenario;
    ++revision_count;
}

}  // namespace spillway::test

namespace spillway::session {

using test::asked;
using test::held;

struct SessionState {};

Session::Session(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}
Session::~Session() = default;

model::Expected<std::unique_ptr<Session>> Session::open(Options)
{
    return std::unique_ptr<Session>(new Session(std::make_unique<SessionState>()));
}

const catalogue::Catalogue& Session::catalogue() const
{
    return held().catalogue;
}
const std::vector<model::Gpu>& Session::gpus() const
{
    return held().gpus;
}
const Selection& Session::selection() const
{
    return held().selection;
}
const model::Experiment& Session::experiment() const
{
    return *held().catalogue.find(held().selection.experiment);
}
const results::RecordingStatus* Session::recording(const std::string&) const
{
    return nullptr;
}
const model::Gpu& Session::gpu() const
{
    for (const model::Gpu& gpu : held().gpus)
        if (gpu.name == held().selection.gpu) return gpu;
    return held().gpus.front();
}
const model::Parameter& Session::x_parameter() const
{
    return *experiment().find_parameter(held().selection.x_axis);
}
const worker_client::WorkerStatus& Session::worker() const
{
    static const worker_client::WorkerStatus status;
    return status;
}
Progress Session::progress() const
{
    return {};
}
const std::deque<base::LogEntry>& Session::log() const
{
    return held().log;
}
bool Session::can_undo() const
{
    return false;
}
bool Session::can_redo() const
{
    return false;
}
const std::vector<model::Value>& Session::recorded_values(const std::string&) const
{
    static const std::vector<model::Value> none;
    return none;
}
const std::vector<results::Curve>& Session::curves() const
{
    return held().over_x;
}
const results::CurvePoint& Session::current(const std::string& variant) const
{
    return held().points[variant];
}
model::Expected<model::Gpu> Session::choose_gpu(const std::string& name) const
{
    for (const model::Gpu& gpu : held().gpus)
        if (gpu.name == name) return gpu;
    return model::Error{"no such GPU", "", ""};
}
std::string Session::table_name(const model::Gpu& live) const
{
    return live.name;
}
const learner::LearnerProgress& Session::learner() const
{
    return test::learner();
}
/// Whatever is wished for is as what stands on the screen.
std::shared_ptr<const model::RunResult> Session::known(const Wish& wish) const
{
    return held().stepped && wish.values != held().selection.values ? held().stepped
                                                                    : held().points[wish.variant].result;
}
const model::Listing* Session::listing() const
{
    return held().listing ? &*held().listing : nullptr;
}
const model::Listing* Session::listing_of(const std::string&) const
{
    return listing();
}
void Session::want_code_of(const std::string& variant)
{
    asked().push_back("want_code_of " + variant);
}
bool Session::listing_is_stale() const
{
    return held().listing_is_stale;
}
const std::optional<model::Error>& Session::listing_error() const
{
    return held().listing_error;
}
const std::vector<model::Cause>* Session::causes() const
{
    return held().causes ? &*held().causes : nullptr;
}
const std::optional<model::Error>& Session::causes_error() const
{
    static const std::optional<model::Error> none;
    return none;
}
bool Session::are_causes_asked() const
{
    return false;
}
void Session::ask_for_causes()
{
    asked().push_back("ask_for_causes");
}
const model::OccupancyCurves* Session::occupancy_curves() const
{
    return held().curves ? &*held().curves : nullptr;
}
std::uint64_t Session::revision() const
{
    return test::revision_count;
}

void Session::select_experiment(const std::string& name)
{
    asked().push_back("select_experiment " + name);
}
std::optional<model::Error> Session::select(const Selection& setting)
{
    asked().push_back("select " + setting.experiment);
    for (const auto& [name, value] : setting.values)
        if (value != selection().values.at(name)) asked().push_back("select " + name + " " + model::to_string(value));
    return std::nullopt;
}
std::optional<model::Error> Session::set_value(const std::string& parameter, model::Value value, Edit)
{
    asked().push_back("set_value " + parameter + " " + model::to_string(value));
    return held().refusal;
}
std::optional<model::Error> Session::set_values(const model::Values& values)
{
    for (const auto& [name, value] : values) asked().push_back("set_values " + name + " " + model::to_string(value));
    return std::nullopt;
}
void Session::set_gpu(const std::string& name)
{
    asked().push_back("set_gpu " + name);
}
void Session::set_x_axis(const std::string& parameter)
{
    asked().push_back("set_x_axis " + parameter);
}
void Session::set_focus(const std::string& variant)
{
    asked().push_back("set_focus " + variant);
}
void Session::wish(Wisher, std::vector<Wish>) {}
void Session::change_learner(learner::ProgressStore::Edit edit)
{
    edit(test::learner());
}
void Session::undo() {}
void Session::redo() {}
void Session::trust_experiment(const std::string& name, results::TrustTerm term)
{
    asked().push_back(std::string("trust ") + (term == results::TrustTerm::for_good ? "for good " : "until the end ") +
                      name);
}
std::vector<std::string> Session::files_to_send() const
{
    return {};
}
void Session::send_files()
{
    asked().push_back("send files");
}
std::optional<model::Error> Session::add_catalogue_folder(const std::filesystem::path&)
{
    return std::nullopt;
}
void Session::restart_worker() {}
bool Session::is_own() const
{
    return false;
}
SaveOutcome Session::save_source(const std::string& source_file, const std::string& text, const std::string&)
{
    asked().push_back("save_source " + source_file + " " + text);
    return {};
}
std::optional<model::Error> Session::note_typed(const std::string&, const std::string&, bool)
{
    return std::nullopt;
}
model::Expected<std::filesystem::path> Session::keep_text(const std::string& source_file, const std::string& text)
{
    asked().push_back("keep_text " + source_file + " " + text);
    return std::filesystem::path(source_file);
}
std::optional<learner::LeftText> Session::left_typed(const std::string&) const
{
    return std::nullopt;
}
void Session::put_away_left(const std::string&, const learner::LeftText&) {}
model::Expected<std::filesystem::path> Session::keep_beside(const std::string& source_file, const std::string& text)
{
    asked().push_back("keep_beside " + source_file + " " + text);
    return std::filesystem::path(source_file + ".mine");
}
std::optional<model::Error> Session::edit_a_copy()
{
    asked().push_back("edit_a_copy");
    return std::nullopt;
}
std::optional<model::Error> Session::make_experiment()
{
    asked().push_back("make_experiment");
    return std::nullopt;
}
std::optional<model::Error> Session::use_machine(const std::string&)
{
    return std::nullopt;
}
void Session::use_compiler(const std::string& path)
{
    asked().push_back("use_compiler " + path);
}
std::optional<double> Session::seconds_to_update() const
{
    return std::nullopt;
}
bool Session::update()
{
    return false;
}

}  // namespace spillway::session
