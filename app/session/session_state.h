#pragma once

// What stands behind session.h. Split by task: session.cpp holds the public calls, session_library.cpp
// the catalogue and trust, session_recording.cpp the recording, session_requests.cpp what is asked of
// the worker, session_curves.cpp what the charts see.

#include <chrono>
#include <map>
#include <set>

#include "app/session/dispatcher.h"
#include "app/session/history.h"
#include "app/session/result_store.h"
#include "app/session/session.h"
#include "app/session/trust.h"

namespace spillway::session {

using Clock = std::chrono::steady_clock;

struct Session::State {
    explicit State(Options given);

    // ---- catalogue: session_library.cpp ----
    std::optional<model::Error> load_gpus();
    void load_catalogue();  ///< all folders, also again after a change on disk
    void watch_catalogue();
    void take_live_gpus();
    [[nodiscard]] const model::Experiment& experiment() const;
    [[nodiscard]] const model::Gpu& gpu() const;
    [[nodiscard]] Selection initial_selection(const model::Experiment& experiment) const;
    [[nodiscard]] Selection fitted(const Selection& selection) const;  ///< to what the catalogue now has
    void add_log(Severity severity, model::Error error);

    // ---- the recording: session_recording.cpp ----
    std::optional<model::Error> load_recording();
    void fit_recording_to_compiler();
    /// Nothing will be compiled for the selected experiment: recorded results are shown as they are.
    [[nodiscard]] bool shows_recorded_as_is() const;
    [[nodiscard]] bool measures_live(const std::string& arch) const;  ///< a GPU of this architecture is here
    [[nodiscard]] model::RunResult with_recorded(model::RunResult result) const;
    [[nodiscard]] ResultStore::ResultPointer recorded_result(const std::string& variant,
                                                             const model::Values& values) const;
    /// The axis drawn towards what is recorded: a point between two recorded ones could show no time.
    [[nodiscard]] std::vector<model::Value> axis_towards_recorded(std::vector<model::Value> evenly) const;

    // ---- the selection: session.cpp ----
    void change(Selection next, Edit edit = Edit::finished);

    // ---- asking the worker: session_requests.cpp ----
    void ask_for_what_is_wanted();
    void ask_for_current();
    void ask_for_code();
    void ask_for_what_if();
    void ask_for_sass();
    void ask_for_refinement();
    void ask_ahead();
    void ask_for_curve();
    void ask_at(const model::Variant& variant, const model::Value& x, int priority);
    /// Asks unless it is known or asked for at least as urgently. False when nothing had to be asked.
    bool ask(const model::Variant& variant, const model::Values& values, int priority, const std::string& group,
             bool with_sass = false);
    void take_result(const std::string& key, const std::string& asked, const protocol::FromWorker& answer);
    [[nodiscard]] bool may_guess() const;
    [[nodiscard]] bool may_compile() const;
    [[nodiscard]] std::string key_of(const std::string& variant, const model::Values& values) const;
    [[nodiscard]] std::vector<const model::Variant*> variants_focus_first() const;
    [[nodiscard]] double seconds_since_change() const;

    // ---- curves: session_curves.cpp ----
    void rebuild_curves();
    [[nodiscard]] CurvePoint point_of(const std::string& variant, const model::Value& x) const;
    void note_last_answer();

    Options options;
    TrustStore trust;
    catalogue::Catalogue catalogue;
    std::vector<model::Gpu> gpus;
    std::unique_ptr<Dispatcher> dispatcher;
    Selection selection;
    History history;
    bool gpu_was_chosen = false;
    std::uint64_t revision = 1;
    std::deque<LogEntry> log;

    std::optional<RecordedResults> recorded;
    ResultStore store;
    struct Asked {
        std::uint64_t id = 0;
        int priority = 0;
    };
    std::map<std::string, Asked> asked;  ///< requests under way by what was asked
    std::set<std::string> provisional;   ///< configurations whose last word, a measurement, is still to come
    std::set<std::string> refined;       ///< configurations that were asked to be measured for longer
    std::set<std::string> disassembled;  ///< configurations the disassembler was asked about
    int disassembling = 0;               ///< requests under way that start one
    int in_background = 0;               ///< of them, what nobody waits for
    std::optional<model::Value> previous_x;
    Clock::time_point changed_at = Clock::now();
    bool answer_pending = false;
    double last_answer_seconds = 0;
    bool folders_changed = false;
    Clock::time_point folders_changed_at;

    std::vector<model::Value> axis;
    std::vector<Curve> curves;
    std::map<std::string, CurvePoint> current;
    /// Variant and x position to the last answer shown there, for stale points.
    std::map<std::pair<std::string, double>, ResultStore::ResultPointer> shown;
    int points_done = 0, points_total = 0;

    std::map<std::string, model::Listing> listings;
    std::deque<std::string> listing_order;
    std::map<std::string, model::Error> listing_errors;
    std::string wanted_listing, shown_listing;
    std::optional<model::Error> listing_error;

    std::string wanted_what_if;
    std::optional<model::OccupancyCurves> what_if;
};

}  // namespace spillway::session
