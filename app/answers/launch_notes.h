#pragma once

// Notes about a user's kernel, which combine its compile report, its launch and its source: another call that the
// launch needs, a stack of unknown size, a lesson that measures the cost of such code.

#include <string>
#include <string_view>
#include <vector>

#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::answers {

/// `text` is the file with the kernel. Empty for a result without a compile report.
[[nodiscard]] std::vector<std::string> launch_notes(const model::Job& job, const model::RunResult& result,
                                                    std::string_view text);

}  // namespace spillway::answers
