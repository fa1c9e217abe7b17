#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Whether formulas accept it as a name: a small letter, then small letters, digits and _; at most 60 characters.
[[nodiscard]] bool is_name(std::string_view text);

[[nodiscard]] std::vector<model::Parameter> read_parameters(const std::vector<const Node*>& nodes, Problems& problems);

/// The standard knobs, with ranges narrowed by the file.
[[nodiscard]] std::vector<model::Parameter> read_knobs(const std::vector<const Node*>& nodes, Problems& problems);

/// Reads a JSON value: 32, true, "float4". Adds a problem for an invalid one.
[[nodiscard]] std::optional<model::Value> read_value(const model::Parameter& parameter, const Node& node,
                                                     Problems& problems);

/// {"window_size": 64, "element": "float4"}
[[nodiscard]] model::Values read_values(const model::Experiment& experiment, const Node* node, Problems& problems);

}  // namespace spillway::catalogue
