#pragma once

// Reports of many learners' kernels of one exercise from one compile, each kernel in its own namespace: separate
// compiles take three times as long.

#include <map>
#include <string>
#include <vector>

#include "app/catalogue/claims.h"
#include "app/model/gpu.h"
#include "tests/exercises/learners.h"

namespace spillway::learners {

/// A goal's verdict and its numbers, by the goal's id.
using Goals = std::map<std::string, catalogue::ClaimCheck>;

/// The goals that need no measurement, of each kernel in the order of `written`, on `gpu`. Wants a stack of at least
/// 8 MiB.
[[nodiscard]] model::Expected<std::vector<Goals>> goals_together(const model::Experiment& exercise,
                                                                 const std::vector<Written>& written,
                                                                 const model::Gpu& gpu);

}  // namespace spillway::learners
