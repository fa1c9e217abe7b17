#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session_view.h"

namespace spillway::test {

/// Data for a panel.
struct Scenario {
    catalogue::Catalogue catalogue;
    std::vector<model::Gpu> gpus;
    session::Selection selection;
    std::map<std::string, results::CurvePoint> points;
    std::vector<results::Curve> over_x;  ///< what SessionView::curves() has
    std::optional<model::Listing> listing;
    bool listing_is_stale = false;
    std::optional<model::Error> listing_error;
    std::optional<std::vector<model::Cause>> causes;
    std::optional<model::OccupancyCurves> curves;
    std::shared_ptr<const model::RunResult> stepped;  ///< what is known of every other setting that is wished for
    std::optional<session::OwnRun> own_run;
    std::deque<base::LogEntry> log;
};

/// A view of these data and no session behind it.
class ScenarioView final : public session::SessionView {
public:
    explicit ScenarioView(Scenario shown) : shown_(std::move(shown)) {}
    /// Replaces what is shown; the revision grows.
    void change(Scenario shown);

    [[nodiscard]] const catalogue::Catalogue& catalogue() const override { return shown_.catalogue; }
    [[nodiscard]] const std::vector<model::Gpu>& gpus() const override { return shown_.gpus; }
    [[nodiscard]] const session::Selection& selection() const override { return shown_.selection; }
    [[nodiscard]] const model::Experiment& experiment() const override;
    [[nodiscard]] const model::Gpu& gpu() const override;
    [[nodiscard]] const model::Parameter& x_parameter() const override;
    [[nodiscard]] bool can_undo() const override { return false; }
    [[nodiscard]] bool can_redo() const override { return false; }
    [[nodiscard]] bool is_own() const override { return false; }
    [[nodiscard]] model::Expected<model::Gpu> choose_gpu(const std::string& name) const override;
    [[nodiscard]] std::string table_name(const model::Gpu& live) const override { return live.name; }
    [[nodiscard]] const std::vector<results::Curve>& curves() const override { return shown_.over_x; }
    [[nodiscard]] const results::CurvePoint& current(const std::string& variant) const override;
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const std::string& variant,
                                                                const model::Value& x) const override;
    /// Whatever is wished for is as what stands on the screen.
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const session::BackgroundRequest& wish) const override;
    [[nodiscard]] const results::RecordingStatus* recording(const std::string&) const override { return nullptr; }
    [[nodiscard]] bool may_be_recorded(const std::string&, const std::string&) const override { return false; }
    [[nodiscard]] const std::vector<model::Value>& recorded_values(const std::string&) const override;
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const override;
    [[nodiscard]] const model::Listing* listing() const override;
    [[nodiscard]] bool listing_is_stale() const override { return shown_.listing_is_stale; }
    [[nodiscard]] const std::optional<model::Error>& listing_error() const override { return shown_.listing_error; }
    [[nodiscard]] const model::Listing* listing_of(const std::string&) const override { return listing(); }
    [[nodiscard]] const std::vector<model::Cause>* causes() const override;
    [[nodiscard]] const std::optional<model::Error>& causes_error() const override { return no_error_; }
    [[nodiscard]] bool are_causes_requested() const override { return false; }
    [[nodiscard]] const session::OwnRun* own_run() const override
    {
        return shown_.own_run ? &*shown_.own_run : nullptr;
    }
    [[nodiscard]] const worker_client::WorkerStatus& worker() const override { return worker_; }
    [[nodiscard]] session::Progress progress() const override { return {}; }
    [[nodiscard]] const std::deque<base::LogEntry>& log() const override { return shown_.log; }
    [[nodiscard]] std::vector<std::string> files_to_send() const override { return {}; }
    [[nodiscard]] const learner::LearnerProgress& learner() const override { return learner_; }
    [[nodiscard]] std::optional<learner::LeftText> left_typed(const std::string&) const override { return {}; }
    [[nodiscard]] std::uint64_t revision() const override { return revision_; }

private:
    Scenario shown_;
    learner::LearnerProgress learner_;
    worker_client::WorkerStatus worker_;
    std::optional<model::Error> no_error_;
    std::uint64_t revision_ = 1;
};

}  // namespace spillway::test
