#pragma once

// Limits on how often an exercise's kernel may access memory. A kernel.cu states them before the learner's lines, in
// lines such as
//
//   // ---- counted: reads of in, at most 1.5 times the reference's ----
//   // ---- counted: steps of warps, at most 0.25 times the reference's ----
//
// The PTX interpreter counts (app/ptx/counts.h) while the worker compares the output with the reference: a kernel with
// the right output but far too many accesses may have missed the point of the exercise.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/access_limit.h"
#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

using model::AccessLimit;
using model::Counted;

/// Limits in the lines before the learner's. Error: the first line that cannot be parsed.
[[nodiscard]] model::Expected<std::vector<AccessLimit>> access_limits(std::string_view source);

/// Error if a limit of an exercise cannot be parsed, or names an unknown buffer.
[[nodiscard]] std::optional<model::Error> check_access_limits(const model::Experiment& exercise);

/// A limit as a goal for the learner: "At most 0.13 times the reference's reads of "in"."
[[nodiscard]] std::string limit_words(const AccessLimit& limit);
/// limit_words() of all limits of an exercise, in order.
[[nodiscard]] std::vector<std::string> limit_words(const model::Experiment& exercise);

/// The exceeded limit if `made` is above the limit's factor times `of_reference`; else empty.
[[nodiscard]] std::optional<model::ExceededLimit> exceeded_limit(const AccessLimit& limit, double made,
                                                                 double of_reference);
/// "it reads 3,584 bytes of "in" in a small run, where at most 537 are allowed".
[[nodiscard]] std::string exceeded_words(const model::ExceededLimit& exceeded);

}  // namespace spillway::catalogue
