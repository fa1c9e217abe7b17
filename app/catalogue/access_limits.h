#pragma once

// How often an exercise's kernel may touch memory. A kernel.cu says so before the learner's lines, in lines such as
//
//   // ---- counted: reads of in, at most 1.5 times the reference's ----
//   // ---- counted: steps of warps, at most 0.25 times the reference's ----
//
// The interpreter of PTX counts (app/ptx/counts.h) while the worker compares the result with the reference's: a kernel
// that computes what is right, and goes to memory again and again for it, may have missed the exercise.

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

/// Limits in the lines before the learner's. The Error names the first line that cannot be read.
[[nodiscard]] model::Expected<std::vector<AccessLimit>> access_limits(std::string_view source);

/// Whether all limits of an exercise can be read, and name buffers that it has.
[[nodiscard]] std::optional<model::Error> check_access_limits(const model::Experiment& exercise);

/// A limit as a goal that a learner reads: "At most 0.13 times the reference's reads of "in"."
[[nodiscard]] std::string limit_words(const AccessLimit& limit);
/// Those of all limits of an exercise, in their order.
[[nodiscard]] std::vector<std::string> limit_words(const model::Experiment& exercise);

/// The exceeded limit, where `made` is above the limit's factor times `of_reference`; else empty.
[[nodiscard]] std::optional<model::ExceededLimit> exceeded_limit(const AccessLimit& limit, double made,
                                                                 double of_reference);
/// "it reads 3,584 bytes of "in" in a small run, where at most 537 are allowed".
[[nodiscard]] std::string exceeded_words(const model::ExceededLimit& exceeded);

}  // namespace spillway::catalogue
