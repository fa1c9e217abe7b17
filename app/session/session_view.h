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

/// What a session shows, as of its last change or update(): to be read only. What draws and explains takes this, and
/// never the Session. A panel's test fills one with plain data.
class SessionView {
public:
    virtual ~SessionView() = default;

    // ---- what is chosen, and from what ----
    [[nodiscard]] virtual const catalogue::Catalogue& catalogue() const = 0;
    [[nodiscard]] virtual const std::vector<model::Gpu>& gpus() const = 0;  ///< the table and the live ones
    [[nodiscard]] virtual const Selection& selection() const = 0;
    [[nodiscard]] virtual const model::Experiment& experiment() const = 0;  ///< the selected one
    [[nodiscard]] virtual const model::Gpu& gpu() const = 0;                ///< the selected one
    [[nodiscard]] virtual const model::Parameter& x_parameter() const = 0;
    [[nodiscard]] virtual bool can_undo() const = 0;
    [[nodiscard]] virtual bool can_redo() const = 0;
    /// Whether the selected experiment's files are the user's own, and not those that came with the program.
    [[nodiscard]] virtual bool is_own() const = 0;
    /// What --gpu means by this name; the Error says which there are.
    [[nodiscard]] virtual model::Expected<model::Gpu> choose_gpu(const std::string& name) const = 0;
    /// What a live GPU is called where it is not live: its name in the table, or one made from its label.
    [[nodiscard]] virtual std::string table_name(const model::Gpu& live) const = 0;

    // ---- results ----
    /// One per variant of the experiment, in its order, over the x axis and through the current value.
    [[nodiscard]] virtual const std::vector<results::Curve>& curves() const = 0;
    /// The point under the cursor for a variant; its result may be stale, see CurvePoint. Empty for an unknown name.
    [[nodiscard]] virtual const results::CurvePoint& current(const std::string& variant) const = 0;
    /// A variant's result at another value of the x axis, if there is one; else null.
    [[nodiscard]] virtual std::shared_ptr<const model::RunResult> known(const std::string& variant,
                                                                        const model::Value& x) const = 0;
    /// The result of a wish, whatever requested it; null until there is one.
    [[nodiscard]] virtual std::shared_ptr<const model::RunResult> known(const BackgroundRequest& wish) const = 0;
    /// The recording of this entry of gpus(), null where none is open. Its results stand in for a GPU that is not here,
    /// and for the compiler where there is none or the experiment is not trusted.
    [[nodiscard]] virtual const results::RecordingStatus* recording(const std::string& gpu) const = 0;
    /// The values of a parameter that are recorded with all others as they are now, ascending; empty without a
    /// recording of the selected GPU.
    [[nodiscard]] virtual const std::vector<model::Value>& recorded_values(const std::string& parameter) const = 0;
    /// What-if curves around the focused variant's current configuration; null until known.
    [[nodiscard]] virtual const model::OccupancyCurves* occupancy_curves() const = 0;

    // ---- code, and why it uses local memory ----
    /// The focused variant's code; null until it has come. `listing_is_stale` while a newer is awaited: it is then of
    /// an earlier setting of the same experiment and GPU.
    [[nodiscard]] virtual const model::Listing* listing() const = 0;
    [[nodiscard]] virtual bool listing_is_stale() const = 0;
    /// Why there is no code of exactly what is chosen.
    [[nodiscard]] virtual const std::optional<model::Error>& listing_error() const = 0;
    /// Another variant's code, of exactly what is chosen; null until it has come, see Session::want_code_of().
    [[nodiscard]] virtual const model::Listing* listing_of(const std::string& variant) const = 0;
    /// Which variable of the focused variant is in local memory, and why; null until known, see
    /// Session::ask_for_causes().
    [[nodiscard]] virtual const std::vector<model::Cause>* causes() const = 0;
    [[nodiscard]] virtual const std::optional<model::Error>& causes_error() const = 0;
    [[nodiscard]] virtual bool are_causes_asked() const = 0;

    /// The last run of the focused kernel of a learner's own .cu on a processor; null before there was one.
    [[nodiscard]] virtual const OwnRun* own_run() const = 0;

    // ---- the worker, and how far its answers are ----
    [[nodiscard]] virtual const worker_client::WorkerStatus& worker() const = 0;
    [[nodiscard]] virtual Progress progress() const = 0;
    [[nodiscard]] virtual const std::deque<base::LogEntry>& log() const = 0;
    /// The chosen experiment's .cu and headers, while they wait for WorkerControl::send_files().
    [[nodiscard]] virtual std::vector<std::string> files_to_send() const = 0;

    // ---- the learner ----
    /// What you read, predicted and won on this machine, by experiment.
    [[nodiscard]] virtual const learner::LearnerProgress& learner() const = 0;
    /// What was typed into this file and never written, because the program ended before.
    [[nodiscard]] virtual std::optional<learner::LeftText> left_typed(const std::string& source_file) const = 0;

    /// Grows by one whenever anything that is drawn may have changed.
    [[nodiscard]] virtual std::uint64_t revision() const = 0;
};

}  // namespace spillway::session
