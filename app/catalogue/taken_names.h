#pragma once

#include <string>

#include "app/catalogue/catalogue.h"

namespace spillway::catalogue {

/// Adds an experiment. If an experiment or an exercise of `catalogue` has its name, adds a problem instead. Leaves out
/// each of its exercises that has a taken name or names another lesson, with a problem for each: a learner's copy of an
/// exercise is found by its name alone, and by the lesson that it names.
void add_experiment(Catalogue& catalogue, model::Experiment experiment);

/// The name, or "scale_2" if an experiment or an exercise has it: two files with one name in different folders.
[[nodiscard]] std::string free_name(const std::string& name, const Catalogue& catalogue);

}  // namespace spillway::catalogue
