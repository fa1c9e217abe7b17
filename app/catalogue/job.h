#pragma once

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// What is wrong with an entry template, if anything: a character that no kernel's name has, or
/// braces around something that is no parameter.
[[nodiscard]] std::optional<model::Error> check_entry(const model::Experiment& experiment, const std::string& entry);

}  // namespace spillway::catalogue
