#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/member_reader.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

// Limits of one launch.
inline constexpr std::size_t max_buffers = 16, max_arguments = 32;

/// Read the parts of a launch: buffers, arguments and launch shapes.
[[nodiscard]] std::vector<model::Buffer> read_buffers(const model::Experiment& experiment, MemberReader& reader,
                                                      Problems& problems);
[[nodiscard]] std::vector<model::Argument> read_arguments(const model::Experiment& experiment, MemberReader& reader,
                                                          Problems& problems);
/// Missing keys keep the values of `base`.
[[nodiscard]] model::LaunchShape read_launch(const model::Experiment& experiment, const Node& node,
                                             model::LaunchShape base, const std::string& subject, Problems& problems);

/// Kernel name with template arguments; each {parameter} must exist, and the source must contain the kernel's name.
[[nodiscard]] std::string read_entry(const model::Experiment& experiment, MemberReader& reader,
                                     std::optional<std::string_view> kernel_source, Problems& problems);

}  // namespace spillway::catalogue
