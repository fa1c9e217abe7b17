#pragma once

#include <string>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::teaching {

/// A source that can say whether a thread uses local memory. They may disagree, and that is the lesson.
struct Witness {
    std::string name;    ///< ".local in PTX"
    std::string answer;  ///< "128 bytes"; "not asked" where there is no answer
    bool known = false;
    bool sees_local = false;
    std::string help;  ///< the source and what exactly it counts
};

/// In the order of the pipeline: PTX, ptxas's stack frame and spills, SASS, the driver.
[[nodiscard]] std::vector<Witness> local_memory_witnesses(const model::RunResult& result);

/// Sentences that say where the witnesses disagree and why, or that they agree. Empty without a report.
[[nodiscard]] std::vector<std::string> witness_notes(const model::RunResult& result);

/// What became of the register cap: "none", "32, honoured", "32, overridden: ..." . Empty without a report.
[[nodiscard]] std::string register_cap_note(const model::RunResult& result);

}  // namespace spillway::teaching
