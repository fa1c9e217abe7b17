#pragma once

#include <string>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads a formula and tries it at the initial values; `extra` names count as 1.
[[nodiscard]] model::Formula read_formula(const model::Experiment& experiment, MemberReader& reader,
                                          const std::string& key, Problems& problems, bool required = false,
                                          const std::vector<std::string>& extra = {});
void try_formula(const model::Experiment& experiment, const model::Formula& formula, int line, Problems& problems,
                 const std::vector<std::string>& extra = {});

}  // namespace spillway::catalogue
