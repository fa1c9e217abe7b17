#pragma once

// Runs a job's kernel in the PTX interpreter and returns the model's data: faults and outputs of the whole grid, or the
// counts of single blocks.

#include <string>

#include "app/emulate/kernel_run.h"
#include "app/emulate/output_check.h"
#include "app/model/interpreted.h"

namespace spillway::emulate {

inline constexpr std::int64_t max_interpreted_bytes = std::int64_t{1} << 30;  ///< of all buffers
inline constexpr std::int64_t max_sampled_blocks = 16;

/// Runs the whole grid. `source_name`: the .cu as the compiler names it; a fault elsewhere names its file. The Error
/// says why the interpreter cannot run the launch, the buffers or the PTX.
[[nodiscard]] model::Expected<model::InterpretedRun> interpret(const model::Job& job, const Code& code,
                                                               const std::string& source_name,
                                                               const RunOptions& options);

/// Runs up to `blocks` (at most max_sampled_blocks) of the grid's blocks, spread over it, and counts each alone; with
/// clusters, whole clusters. Stops after a million instructions. Error as above, and if a block has a fault.
[[nodiscard]] model::Expected<model::CountedBlocks> count_blocks(const model::Job& job, const Code& code,
                                                                 std::int64_t blocks, const RunOptions& options);

}  // namespace spillway::emulate
