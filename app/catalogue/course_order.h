#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// All direct and indirect prerequisites of a lesson. Skips names that no experiment has. Stops at a cycle.
[[nodiscard]] std::set<std::string> all_prerequisites(const Catalogue& catalogue, const model::Experiment& lesson);

/// Errors in the order of lessons: an unknown prerequisite, or a cycle.
[[nodiscard]] std::vector<model::Error> order_problems(const Catalogue& catalogue);

}  // namespace spillway::catalogue
