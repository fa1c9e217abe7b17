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

/// Variants that a formula names, in the experiment's order. They have to run.
[[nodiscard]] std::vector<std::string> formula_variants(const model::Experiment& experiment,
                                                        const model::Formula& formula);
/// Keys that a formula reads: metrics, and run statuses ("ok", "compile_error").
[[nodiscard]] std::set<std::string> formula_keys(const model::Formula& formula);
/// Variants that a claim runs, those of its cases included.
[[nodiscard]] std::vector<std::string> claim_variants(const model::Experiment& experiment, const model::Claim& claim);
[[nodiscard]] const model::ClaimCase* find_case(const model::Claim& claim, const std::string& name);

/// Word of a claim, in place of GPU names, for all architectures.
inline constexpr const char* every_architecture = "all";
/// GPU names of a claim, in its order.
[[nodiscard]] std::vector<std::string> claim_gpu_names(const model::Claim& claim);

/// GPUs for checking the claim: those it names, or one of every architecture that the compiler supports.
[[nodiscard]] std::vector<const model::Gpu*> claim_gpus(const model::Claim& claim,
                                                        const std::vector<model::Gpu>& known);
/// Names in the claim that are not in `known`.
[[nodiscard]] std::vector<std::string> unknown_gpus(const model::Claim& claim, const std::vector<model::Gpu>& known);

/// Whether the claim uses hardware counters.
[[nodiscard]] bool needs_counters(const model::Claim& claim);
/// Whether the claim needs counters and the PTX interpreter can count all its measured metrics.
[[nodiscard]] bool is_countable(const model::Claim& claim);

enum class ClaimVerdict {
    holds,
    broken,
    /// A needed number is missing: no measurement, no compiler, or the verdict depends on the measurement's noise.
    unknown,
};

/// A number that a formula read.
struct FoundNumber {
    std::string variant, key;  ///< "local_array", "stack_frame_bytes"; or a status: "ok"
    double value = 0;
    friend bool operator==(const FoundNumber&, const FoundNumber&) = default;
};

/// A number that a formula needs and that is missing here.
struct MissingNumber {
    enum class Reason {
        not_run,
        not_measured,
        not_disassembled,  ///< a number of the machine code, of a kernel that compiled
        not_known
    } reason = Reason::not_known;
    std::string variant, key;
    friend bool operator==(const MissingNumber&, const MissingNumber&) = default;

    /// "local_array was not run", "local_array.registers is not known here".
    [[nodiscard]] std::string text() const;
};
inline constexpr const char* not_disassembled_words = " needs a disassembler: install nvdisasm";

struct ClaimCheck {
    ClaimVerdict verdict = ClaimVerdict::unknown;
    std::string detail;  ///< for terminals and files: "local_array.stack_frame_bytes = 128", or the missing number
    // The same as data, if the check covers one setting.
    std::vector<FoundNumber> numbers = {};
    std::optional<MissingNumber> missing = {};
    std::string place = {};  ///< for a claim over an axis: " at window_size = 32"
    bool is_inside_noise = false;
};

/// Replaces the reading of a metric: `check --mutate` falsifies numbers to test that claims notice.
using MetricReader = std::function<std::optional<double>(const model::Metric&, const model::RunResult&)>;

/// Checks a claim against one result per variant it names, at each of its settings (axis_claims.h). Besides metrics a
/// claim may use variant.ok, variant.compile_error, variant.launch_error and variant.wrong_result (0 or 1), and the
/// counts of accesses.h.
[[nodiscard]] ClaimCheck check_claim(const model::Experiment& experiment, const model::Claim& claim,
                                     const std::vector<model::RunResult>& results, const model::Gpu& gpu,
                                     const MetricReader& read = {});

/// Value of a formula over "variant.metric", or why there is none.
struct FormulaResult {
    std::optional<double> value;
    std::optional<MissingNumber> missing;  ///< empty if the formula itself has no value
    std::string why;                       ///< "local_array.registers is not known here"; empty with a value
};
[[nodiscard]] FormulaResult evaluate_over_results(const model::Experiment& experiment, const model::Formula& formula,
                                                  const model::Values& set,
                                                  const std::vector<model::RunResult>& results, const model::Gpu& gpu);

/// Every "variant.metric" that a claim may use, for trying out a formula.
[[nodiscard]] std::vector<std::string> claim_names(const model::Experiment& experiment);

}  // namespace spillway::catalogue
