#pragma once

#include <string>

#include "app/catalogue/json_tree.h"

namespace spillway::catalogue {

/// What of an experiment.json decides about jobs, in one spelling: without what only the lesson, the charts and the
/// words are made of, so that editing those changes nothing here. A key that is not known to be such counts.
[[nodiscard]] std::string definition_text(const Node& root);

}  // namespace spillway::catalogue
