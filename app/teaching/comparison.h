#pragma once

// Compares two settings: A, which is pinned, and B, which is on screen.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/model/metrics.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

/// Snapshot of the screen when A was pinned. It owns its results, so that later selections do not change A.
struct Pinned {
    session::Selection selection;
    std::string experiment_title;
    std::string focus_label;
    std::string gpu_label;
    std::string compiler;  ///< "NVRTC 13.0.88"; empty if unknown when A was pinned
    std::vector<results::Curve> curves;
    std::map<std::string, std::shared_ptr<const model::RunResult>> results;  ///< results at the cursor, by variant
};
using PinnedPointer = std::shared_ptr<const Pinned>;

[[nodiscard]] PinnedPointer pin(const session::SessionView& session);

/// True if A's curves can be drawn behind the current ones: same experiment, same x axis.
[[nodiscard]] bool shares_charts(const Pinned& a, const session::SessionView& now);

/// Label of A's curves; names A's GPU if it differs from the current one.
[[nodiscard]] std::string name_of_a(const Pinned& a, const session::SessionView& now);

/// Each setting that differs from A, one per line: "Register cap: none → 32", "GPU: Tesla T4 → NVIDIA H200".
[[nodiscard]] std::vector<std::string> changed_settings(const Pinned& a, const session::SessionView& now);

/// A's result to compare with the one at the cursor.
struct ResultOfA {
    std::shared_ptr<const model::RunResult> result;  ///< null: A has none here
    /// X setting in A, "32 elements"; empty if it equals the current one.
    std::string at;
};
/// A's result at the current x. If only x changed since A was pinned, this is A's result at its own x: the two curves
/// are the same then, and the difference at the same x would always be zero.
[[nodiscard]] ResultOfA result_of_a(const Pinned& a, const session::SessionView& now, const std::string& variant);

enum class Change { none, inside_noise, lower, higher };
/// Difference from A to B. A difference within the measurement's noise counts as inside_noise.
struct Difference {
    Change change = Change::none;
    std::string text;  ///< "+20 %", "–92 bytes", "3.2 times", "same", "inside the noise"
};
/// Empty if one of the results lacks the metric.
[[nodiscard]] std::optional<Difference> difference(const model::Metric& metric, const model::RunResult& a,
                                                   const model::RunResult& b);

struct ComparedRow {
    const model::Metric* metric = nullptr;
    std::string a, b;  ///< "–" if unknown
    std::optional<Difference> difference;
};
/// Every metric that A or B has, in the table's order, except the compile time.
[[nodiscard]] std::vector<ComparedRow> compared_rows(const model::RunResult& a, const model::RunResult& b);

}  // namespace spillway::teaching
