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

/// Names a formula may use, with their values.
using Scope = std::vector<std::pair<std::string, double>>;

/// Parameters, knobs and, where a GPU is given, its limits as gpu_...
[[nodiscard]] Scope make_scope(const model::Experiment& experiment, const model::Values& values, const model::Gpu* gpu);

/// Adds the GPU's figures as gpu_...
void add_gpu(Scope& scope, const model::Gpu& gpu);

/// What a parameter's name means in a formula: the number, a choice's number, 0 or 1.
[[nodiscard]] double formula_number(const model::Parameter& parameter, const model::Value& value);

[[nodiscard]] model::Expected<double> evaluate(const model::Formula& formula, const Scope& scope);

/// Whether a parameter may have this name: nothing that formulas already mean something by.
[[nodiscard]] bool is_formula_function(std::string_view name);

/// A GPU that stands in where a formula is only tried out.
[[nodiscard]] const model::Gpu& sample_gpu();

/// Evaluates a formula. Names are the parameters and knobs (a choice means its number), the GPU's
/// limits as `gpu_...`, and `extra` (e.g. "local_array.stack_frame_bytes" in a claim).
/// The Error says which formula and what is wrong with it.
[[nodiscard]] model::Expected<double> evaluate(const model::Formula& formula, const model::Experiment& experiment,
                                               const model::Values& values, const model::Gpu* gpu,
                                               const std::vector<std::pair<std::string, double>>& extra = {});

}  // namespace spillway::catalogue
