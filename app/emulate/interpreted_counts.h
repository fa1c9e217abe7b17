#pragma once

// Converts the interpreter's counts and faults to the model's data.

#include <string>
#include <vector>

#include "app/model/interpreted.h"
#include "app/ptx/machine.h"

namespace spillway::emulate {

[[nodiscard]] model::InterpretedCounts interpreted_counts(const ptx::Counts& counts);
/// The lines with the most instructions, 200 at most.
[[nodiscard]] std::vector<model::InterpretedLine> interpreted_lines(const ptx::Counts& counts,
                                                                    const ptx::Module& module);
/// `source_name`: the file that a sentence need not name.
[[nodiscard]] model::InterpretedFault interpreted_fault(const ptx::Fault& fault, const ptx::Module& module,
                                                        const std::string& source_name);

}  // namespace spillway::emulate
