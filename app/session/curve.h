#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::session {

enum class PointState {
    missing,  ///< not asked for yet
    queued,   ///< asked for; result may hold the stale answer of an earlier setting
    ready,    ///< result is the answer for exactly this configuration, and it ran through
    failed,   ///< result says why it was refused
};

struct CurvePoint {
    model::Value x;
    double position = 0;  ///< x as a number: the value itself, or the index of a choice
    PointState state = PointState::missing;
    std::shared_ptr<const model::RunResult> result;  ///< null where nothing is known
    [[nodiscard]] bool is_stale() const { return result != nullptr && state < PointState::ready; }
};

/// One variant over the x axis, points in ascending position.
struct Curve {
    std::string variant;
    std::vector<CurvePoint> points;
};

}  // namespace spillway::session
