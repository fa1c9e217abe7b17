#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Parses an experiment.json; never throws, for any text. `kernel_source`, if given, must contain the name of every
/// kernel that an entry names. Leaves folder, source and lesson empty. The Error's `where` is file_name:line. Without
/// trying its formulas, an invalid one is reported when it is evaluated.
[[nodiscard]] model::Expected<model::Experiment> parse_experiment(
    std::string_view text, const std::string& file_name, std::optional<std::string_view> kernel_source = std::nullopt,
    bool tries_formulas = true);

}  // namespace spillway::catalogue
