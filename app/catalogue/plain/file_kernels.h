#pragma once

// What the compiler made of a whole .cu, as the variants of an experiment.

#include <optional>
#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

struct EmittedKernel {
    std::string name;                                  ///< as the compiler's output has it
    std::optional<int> launch_bound{};                 ///< threads per block
    std::optional<std::vector<int>> required_block{};  ///< x, y and z
    friend bool operator==(const EmittedKernel&, const EmittedKernel&) = default;
};

/// The experiment's variants become the kernels that the compiler made of its file, by their names in its output: with
/// a slider for each number among the template arguments of a template's first instance, with block size and shared
/// memory where the file's own launches say them in numbers, else a block that the kernel's launch bound allows.
/// Without a kernel nothing changes.
void take_kernels(model::Experiment& experiment, const std::vector<EmittedKernel>& kernels);

/// The same of what a look at the text tells, where no compiler has been asked: templates with the arguments that the
/// file seems to launch them with.
void take_seen_kernels(model::Experiment& experiment);

/// The whole file as a variant: its answer names the kernels.
[[nodiscard]] const model::Variant& whole_file();

/// Of the answer to the whole file.
[[nodiscard]] std::vector<EmittedKernel> kernels_in(const model::CompileReport& report);

}  // namespace spillway::catalogue
