#pragma once

// Compares a kernel's output with its reference's and counts its memory accesses. The interpreter runs the PTX of both.

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
    not_run,  ///< `detail` says why
    matched,
    differs,           ///< `detail`: the first difference
    differs_in_order,  ///< the output depends on the order of the warps: a barrier is missing
    faulted,           ///< `fault`: an access out of bounds, a race, a kernel that does not end
    beyond_limit       ///< `exceeded`: its output is right
};

struct OutputCheck {
    Outcome outcome = Outcome::not_run;
    std::string detail;  ///< sentence: the difference, the fault, or why nothing ran
    std::optional<ptx::Fault> fault;
    std::optional<model::ExceededLimit> exceeded;
    ptx::Counts counts;  ///< of the kernel; only for matched and beyond_limit
};

/// `limits`: from the source (catalogue::access_limits). Runs the kernel twice: with its blocks and warps forwards,
/// then backwards. `options.order` and `options.unwritten_shared` do not count.
[[nodiscard]] OutputCheck check_output(const model::Job& job, const Code& variant, const Code& reference,
                                       const std::vector<model::AccessLimit>& limits, const RunOptions& options);

}  // namespace spillway::emulate
