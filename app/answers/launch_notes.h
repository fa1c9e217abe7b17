#pragma once

// Sentences about a user's kernel that its compile report, its launch and its text tell together: a call that the
// launch needs, a stack without a known size, a lesson that measures what the code does.

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
