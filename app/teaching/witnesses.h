#pragma once

#include <string>
#include <vector>

#include "app/model/run_result.h"

namespace spillway::teaching {

/// A source of evidence on whether a thread uses local memory. Sources may disagree; the lesson builds on that.
struct Witness {
    std::string name;    ///< ".local in PTX"
    std::string answer;  ///< "128 bytes"; "no result" without an answer
    bool known = false;
    bool sees_local = false;
    std::string help;  ///< the source, and exactly what it counts
};

/// In pipeline order: PTX, ptxas's stack frame and spills, SASS, the driver.
[[nodiscard]] std::vector<Witness> local_memory_witnesses(const model::RunResult& result);

/// Sentences on where and why the sources disagree, or that they agree. Empty without a report.
[[nodiscard]] std::vector<std::string> witness_notes(const model::RunResult& result);

}  // namespace spillway::teaching
