#pragma once

#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/catalogue/formula/formula.h"
#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

/// Numbers that a claim reads at one setting, and the conclusions from them.

inline constexpr model::Status claimable_statuses[] = {model::Status::ok, model::Status::compile_error,
                                                       model::Status::launch_error, model::Status::wrong_result};

/// "variant.metric" names in the formula, each once, in order.
[[nodiscard]] std::vector<std::string> dotted_names(const std::string& formula);

/// Context in which a claim is checked.
struct ClaimPlace {
    const model::Experiment& experiment;
    const model::Claim& claim;
    const model::Values& set;
    const model::Gpu& gpu;
    const MetricReader& read;
};

struct Uncertain {
    std::size_t at;  ///< index into the scope
    double share;
};

struct ClaimNumbers {
    Scope scope;
    std::vector<Uncertain> uncertain;
    std::vector<FoundNumber> numbers;
    std::optional<MissingNumber> missing;  ///< first unknown number; the numbers after it are not gathered

    /// "local_array.stack_frame_bytes = 128, ...".
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] ClaimNumbers gather(const ClaimPlace& place, const std::vector<model::RunResult>& results);

/// Result of a claim with a missing number.
[[nodiscard]] ClaimCheck unknown_for(const MissingNumber& missing);

/// Whether a condition holds beyond the noise of its numbers.
[[nodiscard]] ClaimCheck check_condition(const model::Formula& expect, const ClaimNumbers& numbers);

/// A number, and its range within the noise of its inputs.
struct Interval {
    double value = 0, low = 0, high = 0;
};
[[nodiscard]] model::Expected<Interval> evaluate_interval(const model::Formula& formula, const ClaimNumbers& numbers);

[[nodiscard]] std::string claim_number_text(double value);

}  // namespace spillway::catalogue
