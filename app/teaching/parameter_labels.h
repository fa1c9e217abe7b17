#pragma once

#include <string>
#include <string_view>

#include "app/model/experiment.h"

namespace spillway::teaching {

/// Replaces parameter names by their slider labels: "lower block_size" becomes "lower Block size". Only names with an
/// underscore, because others may be ordinary words.
[[nodiscard]] std::string with_labels(std::string_view sentence, const model::Experiment& experiment);

/// Replaces the name of one parameter by its label, wherever it stands as a word; nothing if there is no such
/// parameter.
[[nodiscard]] std::string with_label(std::string_view sentence, const model::Experiment& experiment,
                                     const std::string& parameter);

/// Replaces a variant's name in backticks by its label, and drops all other backticks: for plain text such as tooltips.
[[nodiscard]] std::string without_code_marks(std::string_view text, const model::Experiment& experiment);

}  // namespace spillway::teaching
