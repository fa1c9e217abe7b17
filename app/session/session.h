#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/log.h"
#include "app/catalogue/catalogue.h"
#include "app/learner/progress_store.h"
#include "app/learner/typing_journal.h"
#include "app/model/error.h"
#include "app/model/occupancy_curves.h"
#include "app/results/curve.h"
#include "app/results/knowledge.h"
#include "app/session/selection_history.h"
#include "app/session/session_types.h"
#include "app/worker_client/worker_status.h"

namespace spillway::session {

struct Options : results::Sources, SchedulerOptions {
    std::string worker_command;           ///< empty: the spillway-worker beside this program
    std::filesystem::path recording;      ///< empty: those in recordings/ beside gpus_file
    std::filesystem::path progress_file;  ///< what the learner has done; empty: kept nowhere
    std::filesystem::path typing_folder;  ///< what is typed, before it is in its file; empty: kept nowhere
    std::function<void()> wake;           ///< called from another thread when update() has something to do
};

/// How much of what is on screen has been computed.
struct Progress {
    int done = 0;
    int total = 0;
    int in_flight = 0;
    int wishes_in_flight = 0;        ///< of these: what only a lesson or a next step wants to know
    bool is_at_rest = false;         ///< nothing was moved for a moment: wishes are asked for from then on
    bool current_pending = false;    ///< the value under the cursor is still being worked on
    double last_answer_seconds = 0;  ///< from the last change to its report; 0: none yet
};

struct SessionState;

/// What was asked and what came back. Draws nothing, and waits for no worker: answers appear after update(). Only the
/// first look at an experiment with a recording takes its time: its lines are decoded. Used from one thread.
class Session {
public:
    static model::Expected<std::unique_ptr<Session>> open(Options options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // ---- what there is ----
    [[nodiscard]] const catalogue::Catalogue& catalogue() const;
    [[nodiscard]] const std::vector<model::Gpu>& gpus() const;  ///< the table and the live ones
    [[nodiscard]] const Selection& selection() const;
    [[nodiscard]] const model::Experiment& experiment() const;  ///< the selected one
    [[nodiscard]] const model::Gpu& gpu() const;                ///< the selected one
    [[nodiscard]] const model::Parameter& x_parameter() const;
    [[nodiscard]] const worker_client::WorkerStatus& worker() const;
    /// The recording of this entry of gpus(), null where none is open. Its results stand in for a GPU that is not here,
    /// and for the compiler where there is none or the experiment is not trusted.
    [[nodiscard]] const results::RecordingStatus* recording(const std::string& gpu) const;
    /// What --gpu means by this name; the Error says which there are.
    [[nodiscard]] model::Expected<model::Gpu> choose_gpu(const std::string& name) const;
    /// What a live GPU is called where it is not live: its name in the table, or one made from its label.
    [[nodiscard]] std::string table_name(const model::Gpu& live) const;
    [[nodiscard]] Progress progress() const;
    [[nodiscard]] const std::deque<base::LogEntry>& log() const;
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const;

    /// One per variant of the experiment, in its order, over the x axis and through the current value.
    [[nodiscard]] const std::vector<results::Curve>& curves() const;
    /// The point under the cursor for a variant; its result may be stale, see CurvePoint. Empty for an unknown name.
    [[nodiscard]] const results::CurvePoint& current(const std::string& variant) const;
    /// A variant's result at another value of the x axis, if there is one; else null.
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const std::string& variant,
                                                                const model::Value& x) const;
    /// The values of a parameter that are recorded with all others as they are now, ascending; empty without a
    /// recording of the selected GPU.
    [[nodiscard]] const std::vector<model::Value>& recorded_values(const std::string& parameter) const;
    /// The result of a wish, whatever requested it; null until there is one.
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const Wish& wish) const;
    /// The focused variant's code; null until it has come. `listing_is_stale` while a newer is awaited: it is then of
    /// an earlier setting of the same experiment and GPU.
    [[nodiscard]] const model::Listing* listing() const;
    [[nodiscard]] bool listing_is_stale() const;
    /// Another variant's code, of exactly what is chosen; null until it has come, see want_code_of.
    [[nodiscard]] const model::Listing* listing_of(const std::string& variant) const;
    /// Whether the selected experiment's files are the user's own, and not those that came with the program.
    [[nodiscard]] bool is_own() const;
    /// Why there is no code of exactly what is chosen.
    [[nodiscard]] const std::optional<model::Error>& listing_error() const;
    /// Which variable of the focused variant is in local memory, and why; null until known, see ask_for_causes().
    [[nodiscard]] const std::vector<model::Cause>* causes() const;
    [[nodiscard]] const std::optional<model::Error>& causes_error() const;
    [[nodiscard]] bool are_causes_asked() const;
    /// What-if curves around the focused variant's current configuration; null until known.
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const;
    /// What you read, predicted and won on this machine, by experiment.
    [[nodiscard]] const learner::LearnerProgress& learner() const;
    /// Grows by one whenever anything that is drawn may have changed.
    [[nodiscard]] std::uint64_t revision() const;

    // ---- what can be asked ----
    void select_experiment(const std::string& name);
    /// A whole setting that was chosen before, as far as the catalogue and the GPUs still have it: one undo step.
    std::optional<model::Error> select(const Selection& setting);
    /// An unknown name or a value out of range is an Error and changes nothing.
    std::optional<model::Error> set_value(const std::string& parameter, model::Value value, Edit edit = Edit::finished);
    std::optional<model::Error> set_values(const model::Values& values);  ///< one undo step
    void set_gpu(const std::string& name);
    void set_x_axis(const std::string& parameter);
    void set_focus(const std::string& variant);
    /// Asks for this variant's code beside the focused one's, to compare them.
    void want_code_of(const std::string& variant);
    /// Of exactly what is chosen; they come after the code. Costs nothing if they are there or requested.
    void ask_for_causes();
    void undo();
    void redo();
    void trust_experiment(const std::string& name,
                          results::TrustTerm term = results::TrustTerm::for_good);  ///< its folder
    /// A folder of experiments or of one, e.g. dropped on the window. The Error says why nothing came of it.
    std::optional<model::Error> add_catalogue_folder(const std::filesystem::path& folder);
    void restart_worker();
    /// What to find out in the background, until another experiment is selected. Replaces the wishes
    /// before.
    void wish(Wisher who, std::vector<Wish> wishes);
    /// Changes what is remembered of the learner, here and in the file.
    void change_learner(learner::ProgressStore::Edit edit);
    /// Compiles and measures on another machine from now on: see why_no_machine() for what it may be; empty: on this
    /// one.
    std::optional<model::Error> use_machine(const std::string& machine);
    /// The chosen experiment's .cu and headers, while they wait for send_files() before they go to that machine.
    [[nodiscard]] std::vector<std::string> files_to_send() const;
    void send_files();
    /// Compiles with another NVRTC of this machine from now on: a path of the worker's hello.compilers.
    void use_compiler(const std::string& path);
    /// Whether something on the screen comes from hardware counters: only then are they asked for.
    void show_counters(bool are_shown);
    /// Likewise of metrics of the machine code: where one is charted, all points of the curves are disassembled.
    void show_code_metrics(bool are_shown);

    // ---- the user's own files ----
    /// Replaces the source of an experiment, which must be the user's own and trusted, and takes it in. Which one,
    /// its file says. Only where the file still holds what was read last.
    SaveOutcome save_source(const std::string& source_file, const std::string& text, const std::string& last_read);
    /// What is being typed, as it stands now: kept in the journal until it is in the file.
    std::optional<model::Error> note_typed(const std::string& source_file, const std::string& text, bool is_in_file);
    /// Keeps a text of a file that gives way to another; returns where.
    model::Expected<std::filesystem::path> keep_text(const std::string& source_file, const std::string& text);
    /// What was typed into this file and never written, because the program ended before.
    [[nodiscard]] std::optional<learner::LeftText> left_typed(const std::string& source_file) const;
    void put_away_left(const std::string& source_file, const learner::LeftText& left);
    /// What was typed and cannot go into its file is kept in a new one beside it; returns where.
    model::Expected<std::filesystem::path> keep_beside(const std::string& source_file, const std::string& text);
    /// Copies the selected experiment into the user's own folder and selects the copy, set as this one is.
    std::optional<model::Error> edit_a_copy();
    /// Writes a plain .cu down as an experiment in the user's own folder, and selects that.
    std::optional<model::Error> make_experiment();

    /// Takes in what has arrived and asks for what is wanted next. True when anything changed.
    bool update();
    /// When update() will have something to do though `wake` is not called; nothing where it always is.
    [[nodiscard]] std::optional<double> seconds_to_update() const;

private:
    explicit Session(std::unique_ptr<SessionState> state);
    std::unique_ptr<SessionState> state_;
};

}  // namespace spillway::session
