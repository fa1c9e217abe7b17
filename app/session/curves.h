#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/results/curve.h"
#include "app/results/result_library.h"
#include "app/session/ledger.h"
#include "app/session/selection_history.h"

namespace spillway::session {

/// One curve per variant over the x axis, as far as there are results, and the curve before it.
class Curves {
public:
    void rebuild(results::ResultLibrary& library, const Ledger& ledger, const SelectionHistory& choice);
    /// What was shown belongs to another question: none of it stays, not even as a ghost.
    void forget();

    [[nodiscard]] const std::vector<results::Curve>& all() const { return curves_; }
    /// An empty point for a name that is no variant's.
    [[nodiscard]] const results::CurvePoint& current(const std::string& variant) const;
    /// The values of the x axis that the curves shall go through, ascending.
    [[nodiscard]] const std::vector<model::Value>& axis() const { return axis_; }
    [[nodiscard]] int points_done() const { return points_done_; }
    [[nodiscard]] int points_total() const { return points_total_; }
    /// Not all results have been looked up: call rebuild() again.
    [[nodiscard]] bool is_unfinished() const { return is_unfinished_; }
    /// Every variant has its answer for the value under the cursor.
    [[nodiscard]] bool is_current_answered() const;

private:
    struct CurveInputs;
    void begin_setting(const CurveInputs& inputs);
    [[nodiscard]] std::vector<model::Value> towards_recorded(const CurveInputs& inputs,
                                                             std::vector<model::Value> evenly) const;
    void put_recorded_behind(const CurveInputs& inputs);
    void fill(const CurveInputs& inputs, results::Curve& curve);
    [[nodiscard]] results::CurvePoint point(const CurveInputs& inputs, const model::Variant& variant,
                                            const model::Value& x, results::JobKeyCache::Pointer& identity);
    [[nodiscard]] results::CurvePoint point_here(const CurveInputs& inputs, const model::Variant& variant);

    Selection setting_;         ///< of the curves
    std::string content_hash_;  ///< of their experiment
    // Neither changes while the slider moves along: they are found once per setting.
    std::vector<model::Value> axis_;
    /// What each point on the axis comes to, by variant.
    std::map<std::string, std::vector<results::JobKeyCache::Pointer>> job_keys_;
    std::uint64_t axis_is_of_ = 0;          ///< ResultLibrary::catalogue_generation()
    bool is_drawn_from_recording_ = false;  ///< the axis has what is recorded, and no other points
    std::vector<results::Curve> curves_;
    std::map<std::string, results::CurvePoint> current_;
    int points_done_ = 0, points_total_ = 0;
    int evaluations_left_ = 0;
    bool is_unfinished_ = false;
};

}  // namespace spillway::session
