#pragma once

// A job's kernel run by the interpreter of PTX, as the model's data: the whole grid with faults and outputs, or the
// counts of blocks spread over the grid.

#include <string>

#include "app/emulate/kernel_run.h"
#include "app/emulate/output_check.h"
#include "app/model/interpreted.h"

namespace spillway::emulate {

inline constexpr std::int64_t most_interpreted_bytes = std::int64_t{1} << 30;  ///< of all buffers
inline constexpr std::int64_t most_sampled_blocks = 16;

/// Runs the whole grid. `source_name`: the .cu as the compiler names it; a fault elsewhere names its file. The Error
/// says what in the launch, the buffers or the PTX cannot be run here.
[[nodiscard]] model::Expected<model::InterpretedRun> interpret(const model::Job& job, const Code& code,
                                                               const std::string& source_name,
                                                               const RunOptions& options);

/// Runs up to `blocks` of the grid's blocks, spread over it, and counts each alone; fewer where each has very many
/// instructions. The Error also says where one did not
/// come to its end.
[[nodiscard]] model::Expected<model::CountedBlocks> count_blocks(const model::Job& job, const Code& code,
                                                                 std::int64_t blocks, const RunOptions& options);

}  // namespace spillway::emulate
