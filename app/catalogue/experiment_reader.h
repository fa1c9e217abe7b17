#pragma once

#include <optional>
#include <string_view>

#include "app/catalogue/json_tree.h"
#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// A formula's text, tried out at the initial values; `extra` names count as 1.
[[nodiscard]] model::Formula read_formula(const model::Experiment& experiment, MemberReader& reader,
                                          const std::string& key, Problems& problems, bool required = false,
                                          const std::vector<std::string>& extra = {});
void try_formula(const model::Experiment& experiment, const model::Formula& formula, int line, Problems& problems,
                 const std::vector<std::string>& extra = {});

/// A kernel's name with its template arguments; {parameter} must exist, the kernel must be in the source.
[[nodiscard]] std::string read_entry(const model::Experiment& experiment, MemberReader& reader,
                                     std::optional<std::string_view> kernel_source, Problems& problems);

/// Looks at a lesson's links; the Error's `where` is file_name:line.
[[nodiscard]] std::optional<model::Error> check_lesson(const model::Experiment& experiment,
                                                       const std::string& file_name);

}  // namespace spillway::catalogue
