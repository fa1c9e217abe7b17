#pragma once

#include <string>

#include "app/catalogue/json_tree.h"

namespace spillway::catalogue {

/// Canonical text of the parts of an experiment.json that affect jobs. Leaves out lesson, charts and texts, so that
/// editing those does not change it. Unknown keys are included.
[[nodiscard]] std::string definition_text(const Node& root);

}  // namespace spillway::catalogue
