#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session_view.h"
#include "app/session/user_files.h"
#include "app/session/worker_control.h"

namespace spillway::session {

struct Options : results::Sources, SchedulerOptions {
    std::string worker_command;           ///< empty: the spillway-worker beside this program
    std::filesystem::path recording;      ///< empty: those in recordings/ beside gpus_file
    std::filesystem::path progress_file;  ///< what the learner has done; empty: kept nowhere
    std::filesystem::path typing_folder;  ///< what is typed, before it is in its file; empty: kept nowhere
    std::function<void()> wake;           ///< called from another thread when update() has something to do
};

struct SessionState;

/// What was asked and what came back: what can be done with it stands here, what it shows in view(). Draws nothing, and
/// waits for no worker: answers appear after update(). Only the first look at an experiment with a recording takes its
/// time: its lines are decoded. Used from one thread.
class Session {
public:
    static model::Expected<std::unique_ptr<Session>> open(Options options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] const SessionView& view() const;

    // ---- what is chosen ----
    void select_experiment(const std::string& name);
    /// A whole setting that was chosen before, as far as the catalogue and the GPUs still have it: one undo step.
    std::optional<model::Error> select(const Selection& setting);
    /// An unknown name or a value out of range is an Error and changes nothing. One undo step.
    std::optional<model::Error> set_values(const model::Values& values, Edit edit = Edit::finished);
    void set_gpu(const std::string& name);
    void set_x_axis(const std::string& parameter);
    void set_focus(const std::string& variant);
    void undo();
    void redo();

    // ---- what is asked for besides ----
    /// What to find out in the background, until another experiment is selected. Replaces those of before.
    void request_in_background(Requester who, std::vector<BackgroundRequest> wishes);
    /// Asks for this variant's code beside the focused one's, to compare them.
    void want_code_of(const std::string& variant);
    /// Of exactly what is chosen; they come after the code. Costs nothing if they are there or requested.
    void ask_for_causes();
    /// Runs the focused kernel of a learner's own .cu on the worker's processor, with these settings.
    void run_here(const catalogue::RunSettings& settings);
    void stop_here();
    /// What of the results is on the screen and costs more to get.
    void show(ShownMetrics shown);

    // ---- where experiments, the learner's work and answers come from ----
    void trust_experiment(const std::string& name,
                          results::TrustTerm term = results::TrustTerm::for_good);  ///< its folder
    /// A folder of experiments or of one, e.g. dropped on the window. The Error says why nothing came of it.
    std::optional<model::Error> add_catalogue_folder(const std::filesystem::path& folder);
    /// Reads one more of the experiments whose outlines alone were here (catalogue::is_outline()). False where there is
    /// none; until then no experiment may be selected.
    bool read_on();
    /// Another part of a recording that comes in parts (Sources::recordings_come_in_parts).
    std::optional<model::Error> add_to_recording(const std::filesystem::path& part);
    void forget_recorded_parts(const std::string& experiment);  ///< they can be added again
    /// Opens a recording, e.g. dropped on the window, and turns to its GPU. The Error says why it cannot be used.
    std::optional<model::Error> open_recording(const std::filesystem::path& file);
    /// Changes what is remembered of the learner, here and in the file.
    void change_learner(learner::ProgressStore::Edit edit);
    [[nodiscard]] UserFiles files();
    [[nodiscard]] WorkerControl worker();

    /// Takes in what has arrived and asks for what is wanted next. True when anything changed.
    bool update();
    /// When update() will have something to do though `wake` is not called; nothing where it always is.
    [[nodiscard]] std::optional<double> seconds_to_update() const;

private:
    explicit Session(std::unique_ptr<SessionState> state);
    std::unique_ptr<SessionState> state_;
};

}  // namespace spillway::session
