#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// The name without namespaces and template arguments: "detail::running_mean_local<32>" gives "running_mean_local".
[[nodiscard]] std::string base_name(std::string_view entry);

/// Whether each line of a CUDA source belongs to the kernel, or to functions, types and constants that it uses directly
/// or indirectly. Preprocessor lines and blank lines in between also belong. All lines if the kernel is not found.
[[nodiscard]] std::vector<bool> lines_of_kernel(const std::vector<std::string>& lines, std::string_view kernel);

}  // namespace spillway::teaching
