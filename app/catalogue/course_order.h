#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// All direct and indirect prerequisites of a lesson. Skips names that no experiment has. Stops at a cycle.
[[nodiscard]] std::set<std::string> all_prerequisites(const Catalogue& catalogue, const model::Experiment& lesson);

/// Errors in the order of lessons: an unknown prerequisite, a cycle, or, in a user's own lesson, a link to an unknown
/// lesson. (A page may have some of the shipped lessons only.)
[[nodiscard]] std::vector<model::Error> order_problems(const Catalogue& catalogue);

}  // namespace spillway::catalogue
