#pragma once

// Whether a kernel computes what its reference computes, and how often it goes to memory for it: both run by the
// interpreter of PTX, from the code that the compiler made of the text that is judged.

#include <optional>
#include <string>
#include <vector>

#include "app/catalogue/access_limits.h"
#include "app/emulate/kernel_run.h"
#include "app/model/run_result.h"

namespace spillway::emulate {

/// A kernel's code.
struct Code {
    std::string_view ptx;
    std::string entry;  ///< as the PTX names it
};

enum class Outcome {
    not_run,  ///< `detail` says why nothing was found out
    matched,
    differs,           ///< `detail`: the first place that does
    differs_in_order,  ///< only where the block's warps run in another order: a barrier is missing
    faulted,           ///< `fault`: an access out of bounds, a race, no end
    beyond_limit       ///< `exceeded`: its output is right
};

struct OutputCheck {
    Outcome outcome = Outcome::not_run;
    std::string detail;  ///< in words: the difference, the fault, or why nothing was found out
    std::optional<ptx::Fault> fault;
    std::optional<model::ExceededLimit> exceeded;
    ptx::Counts counts;  ///< of the kernel, where it ran to its end
};

/// `limits`: of the kernel's text (catalogue::access_limits). Runs the kernel twice, with its warps in either order.
[[nodiscard]] OutputCheck check_output(const model::Job& job, const Code& variant, const Code& reference,
                                       const std::vector<model::AccessLimit>& limits, const RunOptions& options);

}  // namespace spillway::emulate
