#pragma once

#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/metrics.h"
#include "app/results/curve.h"

namespace spillway::charts {

enum class CliffKind { occupancy, stack_frame, spills };

/// Where the compiler's or the calculator's answer jumps along a curve. Points into the curve's results.
struct FoundCliff {
    double x = 0;  ///< position of the first point after the jump
    CliffKind kind = CliffKind::occupancy;
    double weight = 0;  ///< how telling: larger first
    const model::RunResult *before = nullptr, *after = nullptr;

    /// "33 registers: only 6 blocks fit (8 before)", "first spill: 24 bytes". Only a few of very many are listed.
    [[nodiscard]] std::string text() const;
};

/// A stretch of neighbouring points that were refused.
struct FoundFailure {
    double first = 0, last = 0;
    std::string text;  ///< "does not compile from here: static shared memory ends: 48 KiB"
};

/// The jumps of one curve in ascending x. Only neighbours that are both known and fresh are compared,
/// and a special value beside the range ("none") is no neighbour.
[[nodiscard]] std::vector<FoundCliff> find_cliffs(const results::Curve& curve, const model::Parameter& x);

/// Of a curve's measured values.
struct MeasuredPlace {
    double x = 0;
    double at = 0;  ///< on the scale that the axis has
    double value = 0;
};
[[nodiscard]] std::vector<MeasuredPlace> measured_places(const results::Curve& curve, const model::Parameter& x,
                                                         const model::Metric& metric);

/// Whether the curve itself bends where the cliff is: its measured values change there, and clearly more than beside
/// it. What happens to the kernel and not to its number explains nothing. Where nothing is measured there is nothing to
/// see.
[[nodiscard]] bool is_felt(const FoundCliff& cliff, const std::vector<MeasuredPlace>& places);

/// The stretches of one curve whose results `is_refused` says were refused: what refuses a compile
/// refuses everything after it, a failed launch leaves the compiler's answer standing. Results that do not tell
/// (`tells`) end no stretch: between two recorded points there may be many that were only compiled.
[[nodiscard]] std::vector<FoundFailure> find_failures(const results::Curve& curve,
                                                      bool (*is_refused)(const model::RunResult&),
                                                      bool (*tells)(const model::RunResult&));

/// "does not compile", "does not fit", "wrong result", ...: a few words for a readout.
[[nodiscard]] std::string failure_words(const model::RunResult& result);

/// Which limit was met, in a few words; empty where the tool's message is not understood.
[[nodiscard]] std::string short_reason(const model::RunResult& result);

/// Whether x is one of the parameter's special values outside its range, e.g. 0 for "none".
[[nodiscard]] bool is_special_value(const model::Parameter& parameter, double position);

}  // namespace spillway::charts
