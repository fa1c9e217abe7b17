#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// Reads buffers, arguments and launch shapes: what a launch is made of.
[[nodiscard]] std::vector<model::Buffer> read_buffers(const model::Experiment& experiment, MemberReader& reader,
                                                      Problems& problems);
[[nodiscard]] std::vector<model::Argument> read_arguments(const model::Experiment& experiment, MemberReader& reader,
                                                          Problems& problems);
/// Keys that are absent keep what `base` says.
[[nodiscard]] model::LaunchShape read_launch(const model::Experiment& experiment, const Node& node,
                                             model::LaunchShape base, const std::string& subject, Problems& problems);

/// A kernel's name with its template arguments; {parameter} must exist, the kernel must be in the source.
[[nodiscard]] std::string read_entry(const model::Experiment& experiment, MemberReader& reader,
                                     std::optional<std::string_view> kernel_source, Problems& problems);

}  // namespace spillway::catalogue
