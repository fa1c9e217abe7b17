#pragma once

// Converts the interpreter's counts and faults to the model's data.

#include <string>
#include <vector>

#include "app/model/interpreted.h"
#include "app/ptx/machine.h"

namespace spillway::emulate {

[[nodiscard]] model::InterpretedCounts interpreted_counts(const ptx::Counts& counts);
/// The source lines with the most issued instructions: at most 200, most first.
[[nodiscard]] std::vector<model::InterpretedLine> interpreted_lines(const ptx::Counts& counts,
                                                                    const ptx::Module& module);
/// `source_name`: the .cu; the sentence names the file of a fault elsewhere.
[[nodiscard]] model::InterpretedFault interpreted_fault(const ptx::Fault& fault, const ptx::Module& module,
                                                        const std::string& source_name);

}  // namespace spillway::emulate
