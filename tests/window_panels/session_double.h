#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"

namespace spillway::test {

/// A session that holds what a test puts into it and notes what is asked of it: session_double.cpp takes
/// the place of app/session's own implementation when this program is linked.
struct Scenario {
    catalogue::Catalogue catalogue;
    std::vector<model::Gpu> gpus;
    session::Selection selection;
    std::map<std::string, results::CurvePoint> points;
    std::vector<results::Curve> over_x;  ///< what Session::curves() has
    std::optional<model::Listing> listing;
    bool listing_is_stale = false;
    std::optional<model::Error> listing_error;
    std::optional<std::vector<model::Cause>> causes;
    std::optional<model::OccupancyCurves> curves;
    std::shared_ptr<const model::RunResult> stepped;  ///< what is known of every other setting that is wished for
    std::deque<base::LogEntry> log;
    std::optional<model::Error> refusal;  ///< what set_value answers
};

[[nodiscard]] std::unique_ptr<session::Session> make_session(const Scenario& scenario);
/// Replaces what the session holds; its revision grows.
void change(session::Session& session, const Scenario& scenario);

/// What the session remembers of the learner.
learner::LearnerProgress& learner();
/// What the session under test was told, in order: "set_value block_size 128".
[[nodiscard]] std::vector<std::string>& asked();

}  // namespace spillway::test
