#pragma once

#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/metrics.h"
#include "app/results/curve.h"

namespace spillway::charts {

enum class CliffKind { occupancy, stack_frame, spills };

/// A jump of the compiler's or the calculator's result along a curve. Points into the curve's results.
struct FoundCliff {
    double x = 0;  ///< position of the first point after the jump
    CliffKind kind = CliffKind::occupancy;
    double weight = 0;  ///< importance: larger first
    const model::RunResult *before = nullptr, *after = nullptr;
    bool is_again = false;  ///< spills begin that ended at a smaller position

    /// "33 registers: only 6 blocks fit (8 before)", "first spill: 24 bytes". Made on demand, because charts label only
    /// a few of many cliffs.
    [[nodiscard]] std::string text() const;
};

/// Adjacent refused points.
struct FoundFailure {
    double first = 0, last = 0;
    std::string text;  ///< "does not compile from here: static shared memory ends: 48 KiB"
};

/// Jumps of one curve in ascending x. Compares only neighbours that both have successful results. A special value
/// outside the range ("none") is not a neighbour.
[[nodiscard]] std::vector<FoundCliff> find_cliffs(const results::Curve& curve, const model::Parameter& x);

/// A measured value of a curve.
struct MeasuredPoint {
    double x = 0;
    double at = 0;  ///< position on the axis' scale
    double value = 0;
};
[[nodiscard]] std::vector<MeasuredPoint> measured_points(const results::Curve& curve, const model::Parameter& x,
                                                         const model::Metric& metric);

/// True if the measured curve bends at the cliff: its values change there, and clearly more than next to it. A change
/// of the kernel that does not change the metric explains nothing, and fewer resident warps explain no gain. False
/// without measured values. `better`: of the metric.
[[nodiscard]] bool shows_in_measurement(const FoundCliff& cliff, const std::vector<MeasuredPoint>& measured,
                                        model::Better better);

/// Adjacent refused points of one curve, merged into ranges. `is_refused` depends on the metric: a failed compile has
/// no values at all, a failed launch still has the compiler's. Results for which `is_conclusive` is false end no range,
/// because many points between two recorded ones may only be compiled.
[[nodiscard]] std::vector<FoundFailure> find_failures(const results::Curve& curve,
                                                      bool (*is_refused)(const model::RunResult&),
                                                      bool (*is_conclusive)(const model::RunResult&));

/// A short failure for a readout: "does not compile", "not finished in 30 s" (its compile), "does not fit", "wrong
/// result", ...
[[nodiscard]] std::string failure_words(const model::RunResult& result);

/// The exceeded limit in a few words; empty if the tool's message is not understood.
[[nodiscard]] std::string short_reason(const model::RunResult& result);

/// True if x is one of the parameter's special values outside its range, e.g. 0 for "none".
[[nodiscard]] bool is_special_value(const model::Parameter& parameter, double position);

}  // namespace spillway::charts
