#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/gpu.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// Evaluates one configuration of one variant into a job. `values` may be partial; the rest has initial values. The
/// launch has at least one block, even if a formula gives none. Error: an unknown name, a value out of range, a formula
/// that gives no size, or a GPU without the compute capability that the variant needs. The job of a plain .cu has no
/// launch plan.
[[nodiscard]] model::Expected<model::Job> make_job(const model::Experiment& experiment, const model::Variant& variant,
                                                   const model::Values& values, const model::Gpu& gpu);

/// Replaces each {parameter} by its value, as C++ writes it.
[[nodiscard]] std::string with_values(const std::string& text, const model::Experiment& experiment,
                                      const model::Values& values);

/// Error in an entry template: a character that no kernel name has, or braces around an unknown parameter. Empty if
/// valid.
[[nodiscard]] std::optional<model::Error> check_entry(const model::Experiment& experiment, const std::string& entry);

}  // namespace spillway::catalogue
