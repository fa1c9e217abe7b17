#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::results {

enum class PointState {
    missing,  ///< not asked for yet
    queued,   ///< asked for; the result under the cursor may be an earlier setting's
    ready,    ///< result is the answer for exactly this configuration, and it ran through
    failed,   ///< result says why it was refused
};

struct CurvePoint {
    model::Value x;
    double position = 0;  ///< x as a number: the value itself, or the index of a choice
    PointState state = PointState::missing;
    std::shared_ptr<const model::RunResult> result;  ///< null where there is no result
    bool is_of_earlier_text = false;                 ///< the file holds another text by now, which makes no experiment
    [[nodiscard]] bool is_stale() const
    {
        return result != nullptr && (state < PointState::ready || is_of_earlier_text);
    }
};

/// One variant over the x axis, points in ascending position. All results of `points` are of one setting, the one that
/// is chosen; those of `ghost` are of one earlier setting of the same experiment, GPU and axis.
struct Curve {
    std::string variant;
    std::vector<CurvePoint> points;  ///< one per value of the axis; without a result where it is not known yet
    std::vector<CurvePoint> ghost;   ///< answered ones only, to be seen behind; empty once all of `points` have results
};

}  // namespace spillway::results
