#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/results/curve.h"
#include "app/results/result_library.h"
#include "app/session/ledger.h"
#include "app/session/selection_history.h"

namespace spillway::session {

/// One curve per variant over the x axis, from the known results, and the previous curve as its ghost.
class Curves {
public:
    void rebuild(results::ResultLibrary& library, const Ledger& ledger, const SelectionHistory& choice);
    /// Drops all curves and ghosts: they belong to another experiment or GPU.
    void forget();

    [[nodiscard]] const std::vector<results::Curve>& all() const { return curves_; }
    /// Point under the cursor; empty for an unknown variant.
    [[nodiscard]] const results::CurvePoint& current(const std::string& variant) const;
    /// Values of the x axis, ascending.
    [[nodiscard]] const std::vector<model::Value>& axis() const { return axis_; }
    [[nodiscard]] int points_done() const { return points_done_; }
    [[nodiscard]] int points_total() const { return points_total_; }
    /// Some results are not looked up yet: call rebuild() again.
    [[nodiscard]] bool is_unfinished() const { return is_unfinished_; }
    /// Every variant has a result for the value under the cursor.
    [[nodiscard]] bool is_current_answered() const;

private:
    struct CurveInputs;
    void begin_setting(const CurveInputs& inputs);
    [[nodiscard]] std::vector<model::Value> moved_to_recorded(const CurveInputs& inputs,
                                                              std::vector<model::Value> evenly) const;
    void put_recorded_behind(const CurveInputs& inputs);
    void fill(const CurveInputs& inputs, results::Curve& curve);
    [[nodiscard]] results::CurvePoint point(const CurveInputs& inputs, const model::Variant& variant,
                                            const model::Value& x, results::JobKeyCache::Pointer& identity);
    [[nodiscard]] results::CurvePoint point_here(const CurveInputs& inputs, const model::Variant& variant);

    Selection setting_;         ///< of the curves, without the x value and the focus
    std::string content_hash_;  ///< of their experiment
    // Computed once per setting: neither changes while the slider moves.
    std::vector<model::Value> axis_;
    /// Cache entries of the points on the axis, by variant.
    std::map<std::string, std::vector<results::JobKeyCache::Pointer>> job_keys_;
    std::uint64_t axis_generation_ = 0;     ///< ResultLibrary::catalogue_generation() when axis_ was computed
    bool is_drawn_from_recording_ = false;  ///< the axis has recorded points only
    std::vector<results::Curve> curves_;
    std::map<std::string, results::CurvePoint> current_;
    int points_done_ = 0, points_total_ = 0;
    int evaluations_left_ = 0;
    bool is_unfinished_ = false;
};

}  // namespace spillway::session
