#pragma once

// What the compiler made of a whole .cu, as the variants of an experiment.

#include <string>
#include <vector>

#include "app/model/experiment.h"
#include "app/model/run_result.h"

namespace spillway::catalogue {

/// The experiment's variants become the kernels that the compiler made of its file, by their names in its output: with
/// a slider for each number among the template arguments of a template's first instance, with block size and shared
/// memory where the file's own launches say them in numbers. Without a kernel nothing changes.
void take_kernels(model::Experiment& experiment, const std::vector<std::string>& kernels);

/// Of the answer to the whole file.
[[nodiscard]] std::vector<std::string> kernels_in(const model::CompileReport& report);

}  // namespace spillway::catalogue
