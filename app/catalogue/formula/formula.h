#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

inline constexpr std::size_t max_formula_bytes = 1000;

/// Names that a formula may use, with their values.
using Scope = std::vector<std::pair<std::string, double>>;

/// Parameters, knobs and, with a GPU, its limits as gpu_...
[[nodiscard]] Scope make_scope(const model::Experiment& experiment, const model::Values& values, const model::Gpu* gpu);

/// Adds the GPU's figures as gpu_...
void add_gpu(Scope& scope, const model::Gpu& gpu);

/// Number of a parameter in a formula: the value, a choice's number, 0 or 1.
[[nodiscard]] double formula_number(const model::Parameter& parameter, const model::Value& value);

[[nodiscard]] model::Expected<double> evaluate(const model::Formula& formula, const Scope& scope);

/// Whether formulas reserve this name, so that no parameter may have it.
[[nodiscard]] bool is_formula_function(std::string_view name);

/// GPU for trying out formulas.
[[nodiscard]] const model::Gpu& sample_gpu();

/// Evaluates a formula. Names are the parameters and knobs (a choice means its number), the GPU's limits as `gpu_...`,
/// and `extra` (e.g. "local_array.stack_frame_bytes" in a claim). Error: the formula, and what is wrong with it.
[[nodiscard]] model::Expected<double> evaluate(const model::Formula& formula, const model::Experiment& experiment,
                                               const model::Values& values, const model::Gpu* gpu,
                                               const std::vector<std::pair<std::string, double>>& extra = {});

}  // namespace spillway::catalogue
