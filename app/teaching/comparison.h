#pragma once

// Two settings beside each other: A, which was pinned, and B, what is on the screen now.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/model/metrics.h"
#include "app/session/session_view.h"

namespace spillway::teaching {

/// What was on the screen when it was pinned as A. Its results are its own: A stays whatever is chosen next.
struct Pinned {
    session::Selection selection;
    std::string experiment_title;
    std::string focus_label;
    std::string gpu_label;
    std::string compiler;  ///< "NVRTC 13.0.88"; empty where none had said so
    std::vector<results::Curve> curves;
    std::map<std::string, std::shared_ptr<const model::RunResult>> results;  ///< under the cursor, by variant
};
using PinnedPointer = std::shared_ptr<const Pinned>;

[[nodiscard]] PinnedPointer pin(const session::SessionView& session);

/// Whether A's curves can lie behind those of now: the same experiment over the same axis.
[[nodiscard]] bool shares_charts(const Pinned& a, const session::SessionView& now);

/// What A's curves are called: by their GPU, where that is another one than now.
[[nodiscard]] std::string name_of_a(const Pinned& a, const session::SessionView& now);

/// One line for each thing that was chosen otherwise in A: "Register cap: none → 32", "GPU: Tesla T4 → NVIDIA H200".
[[nodiscard]] std::vector<std::string> changed_settings(const Pinned& a, const session::SessionView& now);

/// A's result that the one under the cursor is compared with.
struct ResultOfA {
    std::shared_ptr<const model::RunResult> result;  ///< null: A has none there
    std::string at;  ///< setting of the x axis in A, "32 elements"; empty where it is the one of now
};
/// A's result at the x of now. Where nothing but x changed since A was pinned, A's own result: its curve is the one of
/// now, and a difference at the same x would always be none.
[[nodiscard]] ResultOfA result_of_a(const Pinned& a, const session::SessionView& now, const std::string& variant);

enum class Change { none, inside_noise, lower, higher };
/// From A to B. A difference that the next measurement might not show is not called one.
struct Difference {
    Change change = Change::none;
    std::string text;  ///< "+20 %", "–92 bytes", "3.2 times", "same", "inside the noise"
};
/// Nothing where one of the two has no such number.
[[nodiscard]] std::optional<Difference> difference(const model::Metric& metric, const model::RunResult& a,
                                                   const model::RunResult& b);

struct ComparedRow {
    const model::Metric* metric = nullptr;
    std::string a, b;  ///< "–" where it is not known
    std::optional<Difference> difference;
};
/// Every metric that one of the two knows, in the table's order.
[[nodiscard]] std::vector<ComparedRow> compared_rows(const model::RunResult& a, const model::RunResult& b);

}  // namespace spillway::teaching
