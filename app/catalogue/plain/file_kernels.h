#pragma once

// Turns the kernels of a compiled .cu into the variants of an experiment.

#include <optional>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

struct EmittedKernel {
    std::string name;                                  ///< mangled, from the compiler's output
    std::optional<int> launch_bound{};                 ///< threads per block
    std::optional<std::vector<int>> required_block{};  ///< x, y and z
    bool has_local_memory = false;                     ///< a stack frame or spills
    friend bool operator==(const EmittedKernel&, const EmittedKernel&) = default;
};

/// Replaces the experiment's variants by the compiled kernels, under their names in the compiler's output. Adds a
/// parameter for each number, flag and simple type among the template arguments of a template's first instance. Block
/// size and shared memory come from the file's launches if they are numeric, else the block is one that the kernel's
/// launch bound allows. The focus is on the first kernel with a stack frame or spills, else on the first. Without a
/// kernel, the variants stay.
void take_kernels(model::Experiment& experiment, const std::vector<EmittedKernel>& kernels);

/// The same from the text alone, before a compile: templates with the arguments of the file's launches, as far as they
/// can be seen.
void take_seen_kernels(model::Experiment& experiment);

/// Variant that stands for the whole file; its result names the kernels.
[[nodiscard]] const model::Variant& whole_file();

/// Kernels in the result for a whole file.
[[nodiscard]] std::vector<EmittedKernel> kernels_in(const model::CompileReport& report);

}  // namespace spillway::catalogue
