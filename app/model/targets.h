#pragma once

// Architectures that ptxas compiles for besides the usual one of a GPU: "sm_90a", whose code runs on GPUs of sm_90
// only, and "sm_100f", whose code runs on the family of sm_100.

#include <string>
#include <string_view>
#include <vector>

namespace spillway::model {

/// Between a GPU's name and a target: "h200:sm_90a".
inline constexpr char target_sign = ':';

/// Whether it is such a target, by its form.
[[nodiscard]] bool is_special_target(std::string_view target);

/// Those of an architecture ("sm_100"): the family's first, because its code runs on more GPUs. Empty before sm_90, and
/// for a special target itself.
[[nodiscard]] std::vector<std::string> special_targets(std::string_view arch);

}  // namespace spillway::model
