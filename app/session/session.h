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
#include "app/worker_client/link.h"

namespace spillway::session {

/// Opens the connection to the answering side; the link calls `wake` for each new event.
using OpenLink = std::function<std::unique_ptr<worker_client::Link>(std::function<void()> wake)>;

struct Options : results::Sources, SchedulerOptions {
    std::string worker_command;           ///< empty: the spillway-worker beside this program
    OpenLink open_link;                   ///< replaces worker_command, if it is not empty
    std::filesystem::path recording;      ///< empty: those in recordings/ beside gpus_file
    std::filesystem::path progress_file;  ///< the learner's progress; empty: not saved
    std::filesystem::path typing_folder;  ///< unsaved text of the editor; empty: not saved
    std::function<void()> wake;           ///< called from another thread when update() has work
};

struct SessionState;

/// Commands of a session; view() shows its state. Draws nothing and waits for no worker: results appear after update().
/// Only the first look at an experiment with a recording blocks, while it decodes the recording's lines. Used from one
/// thread.
class Session {
public:
    static model::Expected<std::unique_ptr<Session>> open(Options options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] const SessionView& view() const;

    // ---- selection ----
    void select_experiment(const std::string& name);
    /// Selects a whole setting; invalid values get their initial ones. One undo step. The Error: the experiment or the
    /// GPU does not exist; nothing changes.
    std::optional<model::Error> select(const Selection& setting);
    /// Sets values; one undo step. An unknown name or a value out of range is an Error and changes nothing.
    std::optional<model::Error> set_values(const model::Values& values, Edit edit = Edit::finished);
    void set_gpu(const std::string& name);
    void set_x_axis(const std::string& parameter);
    void set_focus(const std::string& variant);
    void undo();
    /// After the last place was restored: the user has not made these changes.
    void forget_undo_steps();
    void redo();

    // ---- additional requests ----
    /// Sets a source's background requests, until another experiment is selected. Replaces its earlier ones.
    void request_in_background(Requester who, std::vector<BackgroundRequest> wishes);
    /// Also requests this variant's code, to compare it with the focused one.
    void want_code_of(const std::string& variant);
    /// While set, requests only results that the charts show: where files come over a network, the first charts come
    /// first.
    void request_only_charts(bool is_set);
    /// Requests the causes for the current selection, after its code; does nothing if they came or are requested.
    void request_causes();
    /// Runs the focused kernel of a learner's own .cu on the worker's processor, with these settings.
    void run_here(const catalogue::RunSettings& settings);
    void stop_here();
    /// Sets the expensive metrics on the screen: counters, machine code, counts.
    void show(ShownMetrics shown);

    // ---- sources of experiments, progress and results ----
    void trust_experiment(const std::string& name,
                          results::TrustTerm term = results::TrustTerm::for_good);  ///< trusts its folder
    /// Adds a folder with one or more experiments, e.g. dropped on the window. The Error says why nothing was added.
    std::optional<model::Error> add_catalogue_folder(const std::filesystem::path& folder);
    /// Loads one more experiment that has only its outline (catalogue::is_outline()). Returns false if none is left;
    /// until then, select no experiment.
    bool read_on();
    /// Adds a part of a recording that arrives in parts (Sources::recordings_come_in_parts).
    std::optional<model::Error> add_to_recording(const std::filesystem::path& part);
    void forget_recorded_parts(const std::string& experiment);  ///< allows adding them again
    /// Opens a recording, e.g. dropped on the window, and selects its GPU. The Error says why it cannot be used.
    std::optional<model::Error> open_recording(const std::filesystem::path& file);
    /// The same, but results of an open recording of that GPU stay where this one has none. Returns what it holds, in
    /// words.
    model::Expected<std::string> lay_recording(const std::filesystem::path& file);
    /// Changes the learner's progress in memory and in the file.
    void change_learner(learner::ProgressStore::Edit edit);
    [[nodiscard]] UserFiles files();
    [[nodiscard]] WorkerControl worker();

    /// Processes what has arrived and sends the next requests. True if anything changed.
    bool update();
    /// Time until update() has work although `wake` is not called; empty: `wake` announces all work.
    [[nodiscard]] std::optional<double> seconds_to_update() const;

private:
    explicit Session(std::unique_ptr<SessionState> state);
    std::unique_ptr<SessionState> state_;
};

}  // namespace spillway::session
