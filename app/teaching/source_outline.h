#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway::teaching {

/// The name without its template arguments: "running_mean_local<32>" gives "running_mean_local".
[[nodiscard]] std::string base_name(std::string_view entry);

/// For each line of a CUDA source, whether it belongs to the kernel of that name or to something the
/// kernel uses (functions, types, constants), followed through what those use in turn; blank lines
/// between and preprocessor lines belong as well. All lines where the kernel is not found.
[[nodiscard]] std::vector<bool> lines_of_kernel(const std::vector<std::string>& lines, std::string_view kernel);

}  // namespace spillway::teaching
