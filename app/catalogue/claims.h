#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

/// The variants that a formula speaks of, in the experiment's order: what has to be run.
[[nodiscard]] std::vector<std::string> formula_variants(const model::Experiment& experiment,
                                                        const model::Formula& formula);
/// What it reads of them: keys of metrics, and of how a run ended ("ok", "compile_error").
[[nodiscard]] std::set<std::string> formula_keys(const model::Formula& formula);
[[nodiscard]] std::vector<std::string> claim_variants(const model::Experiment& experiment, const model::Claim& claim);

/// What a claim says instead of GPUs' names where it holds on every architecture.
inline constexpr const char* every_architecture = "all";
/// The names that a claim gives instead, in its order.
[[nodiscard]] std::vector<std::string> claim_gpu_names(const model::Claim& claim);

/// Where the claim is to be checked: the GPUs it names, or the first of every architecture that the compiler still
/// knows.
[[nodiscard]] std::vector<const model::Gpu*> claim_gpus(const model::Claim& claim,
                                                        const std::vector<model::Gpu>& known);
/// The GPUs that it names and nobody knows.
[[nodiscard]] std::vector<std::string> unknown_gpus(const model::Claim& claim, const std::vector<model::Gpu>& known);

/// Whether it speaks of what only hardware counters tell.
[[nodiscard]] bool needs_counters(const model::Claim& claim);
/// Whether all that it takes from a measurement can be counted by the interpreter of PTX.
[[nodiscard]] bool is_countable(const model::Claim& claim);

enum class ClaimVerdict {
    holds,
    broken,
    /// A number it needs is not known here: nothing was measured, there is no compiler, or what was measured would come
    /// out otherwise within its noise.
    unknown,
};

/// A number that a formula read.
struct FoundNumber {
    std::string variant, key;  ///< "local_array", "stack_frame_bytes"; or a status: "ok"
    double value = 0;
    friend bool operator==(const FoundNumber&, const FoundNumber&) = default;
};

/// A number that a formula needs and that is not known here.
struct MissingNumber {
    enum class Reason { not_run, not_measured, not_known } reason = Reason::not_known;
    std::string variant, key;
    friend bool operator==(const MissingNumber&, const MissingNumber&) = default;

    /// "local_array was not run", "local_array.registers is not known here".
    [[nodiscard]] std::string text() const;
};

struct ClaimCheck {
    ClaimVerdict verdict = ClaimVerdict::unknown;
    std::string detail;  ///< "local_array.stack_frame_bytes = 128", or the missing number; for terminals and files
    // The same as data, where the check is about one setting.
    std::vector<FoundNumber> numbers = {};
    std::optional<MissingNumber> missing = {};
    std::string place = {};  ///< of a claim over an axis: " at window_size = 32"
    bool is_inside_noise = false;
};

/// Reads a metric of a result otherwise than it stands there: `check --mutate` looks whether a claim notices.
using MetricReader = std::function<std::optional<double>(const model::Metric&, const model::RunResult&)>;

/// Checks a claim against one result per variant it names, of each of its settings (axis_claims.h). Beside the metrics
/// a claim may use variant.ok, variant.compile_error, variant.launch_error and variant.wrong_result (0 or 1), and what
/// accesses.h counts.
[[nodiscard]] ClaimCheck check_claim(const model::Experiment& experiment, const model::Claim& claim,
                                     const std::vector<model::RunResult>& results, const model::Gpu& gpu,
                                     const MetricReader& read = {});

/// The value of a formula over "variant.metric", or why there is none.
struct FormulaResult {
    std::optional<double> value;
    std::optional<MissingNumber> missing;  ///< empty where the formula itself has no value
    std::string why;                       ///< "local_array.registers is not known here"; empty with a value
};
[[nodiscard]] FormulaResult evaluate_over_results(const model::Experiment& experiment, const model::Formula& formula,
                                                  const model::Values& set,
                                                  const std::vector<model::RunResult>& results, const model::Gpu& gpu);

/// Every "variant.metric" a claim may use, for trying a formula out.
[[nodiscard]] std::vector<std::string> claim_names(const model::Experiment& experiment);

}  // namespace spillway::catalogue
