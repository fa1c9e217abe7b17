#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// Every lesson that comes before one, near and far; names that no experiment has are left out. A circle ends where it
/// is closed.
[[nodiscard]] std::set<std::string> all_prerequisites(const Catalogue& catalogue, const model::Experiment& lesson);

/// What is wrong with the order as a whole: a prerequisite that no experiment is, or a circle.
[[nodiscard]] std::vector<model::Error> order_problems(const Catalogue& catalogue);

}  // namespace spillway::catalogue
