#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// One configuration of one variant with all formulas evaluated. `values` may be partial: the rest
/// takes initial values. The launch has at least one block, also where a formula gives none. Error: a
/// value out of range or a formula that does not give a size.
[[nodiscard]] model::Expected<model::Job> make_job(const model::Experiment& experiment, const model::Variant& variant,
                                                   const model::Values& values, const model::Gpu& gpu);

/// A text with {parameter}, with the values in place, as they are written in C++.
[[nodiscard]] std::string with_values(const std::string& text, const model::Experiment& experiment,
                                      const model::Values& values);

/// What is wrong with an entry template, if anything: a character that no kernel's name has, or
/// braces around something that is no parameter.
[[nodiscard]] std::optional<model::Error> check_entry(const model::Experiment& experiment, const std::string& entry);

}  // namespace spillway::catalogue
