#pragma once

#include <cstdint>

#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::model {

/// Resources of one block. Besides the GPU, occupancy depends on nothing else.
struct BlockNeeds {
    int registers = 0;  ///< per thread
    std::int64_t threads = 1;
    std::int64_t static_shared_bytes = 0;
    std::int64_t dynamic_shared_bytes = 0;
    int barriers = 0;
    Carveout carveout = Carveout::standard;
};

/// Resources of a compiled job. Registers count as 0 if ptxas did not report them.
[[nodiscard]] inline BlockNeeds block_needs(const Job& job, const CompileReport& report)
{
    return {report.registers.value_or(0), job.threads_per_block(), report.static_shared_bytes,
            job.dynamic_shared_bytes,     report.barriers,         job.carveout};
}

}  // namespace spillway::model
