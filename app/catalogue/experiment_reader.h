#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads the text of an experiment.json; never throws, whatever the text. `kernel_source`, where given,
/// must define every kernel that an entry names. Folder, source and lesson are left empty. The Error's
/// `where` is file_name:line. Without a trial of its formulas, a wrong one is told when it is evaluated.
[[nodiscard]] model::Expected<model::Experiment> parse_experiment(
    std::string_view text, const std::string& file_name, std::optional<std::string_view> kernel_source = std::nullopt,
    bool tries_formulas = true);

}  // namespace spillway::catalogue
