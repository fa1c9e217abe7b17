#pragma once

#include <cstdint>
#include <deque>
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
#include "app/results/result_library.h"
#include "app/session/own_runs.h"
#include "app/session/selection_history.h"
#include "app/session/session_types.h"
#include "app/worker_client/worker_status.h"

namespace spillway::session {

/// Read-only state of a session after its last change or update(). Drawing and teaching code takes this, never the
/// Session. A panel's test can fill one with plain data.
class SessionView {
public:
    virtual ~SessionView() = default;

    // ---- selection and choices ----
    [[nodiscard]] virtual const catalogue::Catalogue& catalogue() const = 0;
    [[nodiscard]] virtual const std::vector<model::Gpu>& gpus() const = 0;  ///< the table's and the live ones
    [[nodiscard]] virtual const Selection& selection() const = 0;
    [[nodiscard]] virtual const model::Experiment& experiment() const = 0;  ///< the selected one
    [[nodiscard]] virtual const model::Gpu& gpu() const = 0;                ///< the selected one
    [[nodiscard]] virtual const model::Parameter& x_parameter() const = 0;
    [[nodiscard]] virtual bool can_undo() const = 0;
    [[nodiscard]] virtual bool can_redo() const = 0;
    /// True if the selected experiment belongs to the user and did not ship with the program.
    [[nodiscard]] virtual bool is_own() const = 0;
    /// The GPU that --gpu NAME selects; the Error lists the known names.
    [[nodiscard]] virtual model::Expected<model::Gpu> choose_gpu(const std::string& name) const = 0;
    /// Machine-independent name of a live GPU: its name in the table, or one made from its label.
    [[nodiscard]] virtual std::string table_name(const model::Gpu& live) const = 0;

    // ---- results ----
    /// One curve per variant over the x axis, in the experiment's order, including the point under the cursor.
    [[nodiscard]] virtual const std::vector<results::Curve>& curves() const = 0;
    /// The variant's point under the cursor; its result may be stale, see CurvePoint. Empty for an unknown name.
    [[nodiscard]] virtual const results::CurvePoint& current(const std::string& variant) const = 0;
    /// The variant's result at another value of the x axis; null if there is none.
    [[nodiscard]] virtual std::shared_ptr<const model::RunResult> known(const std::string& variant,
                                                                        const model::Value& x) const = 0;
    /// Result for the request's configuration, even if another request brought it; null until known.
    [[nodiscard]] virtual std::shared_ptr<const model::RunResult> known(const BackgroundRequest& wish) const = 0;
    /// The open recording of a GPU of gpus(); null if there is none. Its results stand in for an absent GPU, and for
    /// the compiler if there is none or the experiment is not trusted.
    [[nodiscard]] virtual const results::RecordingStatus* recording(const std::string& gpu) const = 0;
    /// Whether the open recording of this GPU may have results of an experiment; false without a recording.
    [[nodiscard]] virtual bool may_be_recorded(const std::string& experiment, const std::string& gpu) const = 0;
    /// Recorded values of a parameter at the current values of all others, ascending. Empty without a recording of the
    /// selected GPU.
    [[nodiscard]] virtual const std::vector<model::Value>& recorded_values(const std::string& parameter) const = 0;
    /// What-if curves around the focused variant's current configuration; null until known.
    [[nodiscard]] virtual const model::OccupancyCurves* occupancy_curves() const = 0;

    // ---- code, and why it uses local memory ----
    /// The focused variant's code; null until it arrives. While listing_is_stale(), this is the code of an earlier
    /// setting or focus with the same experiment and GPU, and the present code has not arrived.
    [[nodiscard]] virtual const model::Listing* listing() const = 0;
    [[nodiscard]] virtual bool listing_is_stale() const = 0;
    /// Why there is no code for the current selection.
    [[nodiscard]] virtual const std::optional<model::Error>& listing_error() const = 0;
    /// Another variant's code for the current selection; null until it arrives, see Session::want_code_of().
    [[nodiscard]] virtual const model::Listing* listing_of(const std::string& variant) const = 0;
    /// Variables of the focused variant in local memory, and the causes; null until known, see
    /// Session::request_causes().
    [[nodiscard]] virtual const std::vector<model::Cause>* causes() const = 0;
    [[nodiscard]] virtual const std::optional<model::Error>& causes_error() const = 0;
    [[nodiscard]] virtual bool are_causes_requested() const = 0;

    /// The last run of the focused kernel of a learner's own .cu on a processor; null before there was one.
    [[nodiscard]] virtual const OwnRun* own_run() const = 0;

    // ---- the worker, and how far its answers are ----
    [[nodiscard]] virtual const worker_client::WorkerStatus& worker() const = 0;
    [[nodiscard]] virtual Progress progress() const = 0;
    [[nodiscard]] virtual const std::deque<base::LogEntry>& log() const = 0;
    /// The selected experiment's .cu and headers, while they wait for WorkerControl::send_files().
    [[nodiscard]] virtual std::vector<std::string> files_to_send() const = 0;

    // ---- the learner ----
    /// The user's progress on this machine, by experiment.
    [[nodiscard]] virtual const learner::LearnerProgress& learner() const = 0;
    /// Text typed into this file but never saved, because the program ended before.
    [[nodiscard]] virtual std::optional<learner::LeftText> left_typed(const std::string& source_file) const = 0;

    /// Change counter: grows whenever anything on screen may have changed.
    [[nodiscard]] virtual std::uint64_t revision() const = 0;
};

}  // namespace spillway::session
