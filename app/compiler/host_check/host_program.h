#pragma once

// A kernel and its reference as a C++ program for the host.

#include <string>

#include "app/catalogue/plain/source_files.h"
#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// Called as `PROGRAM reference|variant forwards|backwards INPUTS OUTPUTS`: reads the bytes of all buffers from INPUTS,
/// runs one kernel over the whole grid, and writes those of the outputs to OUTPUTS, in the plan's order. The threads of
/// a block take turns in the order that is named. Status 3: the kernel wrote beside a buffer, whose name is on stdout.
/// Where accesses are counted, OUTPUTS ends with those of each buffer, and of what is elsewhere (host_cuda/accesses.h).
inline constexpr int trespassed_status = 3;

/// What is counted of a kernel's accesses to memory.
enum class Counting { nothing, accesses, sectors };

/// What each program is linked with: the sources of host_cuda.o, accesses.o and steps.o.
[[nodiscard]] catalogue::SourceFiles host_runtime();

/// Its sources, the one to compile first. The Error says what in the launch has no counterpart on the host.
[[nodiscard]] model::Expected<catalogue::SourceFiles> host_program(const model::Job& job,
                                                                   const model::SourceText& source, Counting counting);

}  // namespace spillway::compiler
