#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// A name as it may stand in a formula: a letter, then letters, digits and _.
[[nodiscard]] bool is_name(std::string_view text);

[[nodiscard]] std::vector<model::Parameter> read_parameters(const std::vector<const Node*>& nodes, Problems& problems);

/// The standard knobs, narrowed where the file says so.
[[nodiscard]] std::vector<model::Parameter> read_knobs(const std::vector<const Node*>& nodes, Problems& problems);

/// A value as JSON writes it: 32, true, "float4". A wrong one becomes a problem.
[[nodiscard]] std::optional<model::Value> read_value(const model::Parameter& parameter, const Node& node,
                                                     Problems& problems);

/// {"window_size": 64, "element": "float4"}
[[nodiscard]] model::Values read_values(const model::Experiment& experiment, const Node* node, Problems& problems);

}  // namespace spillway::catalogue
