#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::results {

enum class PointState {
    missing,  ///< not requested yet
    queued,   ///< requested; `result` may belong to an earlier setting
    ready,    ///< `result` is for exactly this configuration, and the run succeeded
    failed,   ///< `result` says why it was refused
};

struct CurvePoint {
    model::Value x;
    double position = 0;  ///< x as a number: the value itself, or the index of a choice
    PointState state = PointState::missing;
    std::shared_ptr<const model::RunResult> result;  ///< null without a result
    bool is_of_earlier_text = false;  ///< the file now has another text, which does not parse as an experiment
    [[nodiscard]] bool is_stale() const
    {
        return result != nullptr && (state < PointState::ready || is_of_earlier_text);
    }
};

/// One variant over the x axis, points in ascending position. `points` hold results of the selected setting, `ghost`
/// results of one earlier setting of the same experiment, GPU and axis.
struct Curve {
    std::string variant;
    std::vector<CurvePoint> points;  ///< one per value of the axis; no result while it is unknown
    std::vector<CurvePoint> ghost;   ///< points with results, drawn behind; empty once all `points` have results
};

}  // namespace spillway::results
