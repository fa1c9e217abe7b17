#pragma once

#include "app/session/session_view.h"

namespace spillway::session {

struct SessionState;

/// View of an open session; lives as long as its state.
class StateView final : public SessionView {
public:
    explicit StateView(SessionState& state) : state_(state) {}

    [[nodiscard]] const catalogue::Catalogue& catalogue() const override;
    [[nodiscard]] const std::vector<model::Gpu>& gpus() const override;
    [[nodiscard]] const Selection& selection() const override;
    [[nodiscard]] const model::Experiment& experiment() const override;
    [[nodiscard]] const model::Gpu& gpu() const override;
    [[nodiscard]] const model::Parameter& x_parameter() const override;
    [[nodiscard]] bool can_undo() const override;
    [[nodiscard]] bool can_redo() const override;
    [[nodiscard]] bool is_own() const override;
    [[nodiscard]] model::Expected<model::Gpu> choose_gpu(const std::string& name) const override;
    [[nodiscard]] std::string table_name(const model::Gpu& live) const override;
    [[nodiscard]] const std::vector<results::Curve>& curves() const override;
    [[nodiscard]] const results::CurvePoint& current(const std::string& variant) const override;
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const std::string& variant,
                                                                const model::Value& x) const override;
    [[nodiscard]] std::shared_ptr<const model::RunResult> known(const BackgroundRequest& wish) const override;
    [[nodiscard]] const results::RecordingStatus* recording(const std::string& gpu) const override;
    [[nodiscard]] bool may_be_recorded(const std::string& experiment, const std::string& gpu) const override;
    [[nodiscard]] const std::vector<model::Value>& recorded_values(const std::string& parameter) const override;
    [[nodiscard]] const model::OccupancyCurves* occupancy_curves() const override;
    [[nodiscard]] const model::Listing* listing() const override;
    [[nodiscard]] bool listing_is_stale() const override;
    [[nodiscard]] const std::optional<model::Error>& listing_error() const override;
    [[nodiscard]] const model::Listing* listing_of(const std::string& variant) const override;
    [[nodiscard]] const std::vector<model::Cause>* causes() const override;
    [[nodiscard]] const std::optional<model::Error>& causes_error() const override;
    [[nodiscard]] bool are_causes_requested() const override;
    [[nodiscard]] const OwnRun* own_run() const override;
    [[nodiscard]] const worker_client::WorkerStatus& worker() const override;
    [[nodiscard]] Progress progress() const override;
    [[nodiscard]] const std::deque<base::LogEntry>& log() const override;
    [[nodiscard]] std::vector<std::string> files_to_send() const override;
    [[nodiscard]] const learner::LearnerProgress& learner() const override;
    [[nodiscard]] std::optional<learner::LeftText> left_typed(const std::string& source_file) const override;
    [[nodiscard]] std::uint64_t revision() const override;

private:
    SessionState& state_;
};

}  // namespace spillway::session
