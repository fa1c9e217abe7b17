#pragma once

#include <vector>

#include "app/model/experiment.h"
#include "app/model/gpu.h"

namespace spillway::catalogue {

/// Values of a parameter that the lesson mentions, each once, the most important first: its initial value, the values
/// that questions, steps, links and claims set, and then the numbers in the texts that are values of the parameter.
[[nodiscard]] std::vector<model::Value> spoken_values(const model::Experiment& experiment,
                                                      const model::Parameter& parameter, const model::Gpu& gpu);

}  // namespace spillway::catalogue
