#pragma once

#include <string>
#include <vector>

#include "app/cli/guard_budget.h"
#include "app/model/error.h"

namespace spillway::cli {

/// True for the names of compiled files that NVIDIA's cuobjdump reads: .cubin, .fatbin, .o, .a, .so.
[[nodiscard]] bool is_compiled_file(const std::string& path);

/// Kernels of a compiled file, by cuobjdump: registers, stack and static shared memory. `name` becomes their file.
[[nodiscard]] model::Expected<std::vector<GuardedKernel>> compiled_kernels(const std::string& path,
                                                                           const std::string& name);

/// Parses `cuobjdump -res-usage`. `arch` names the target of a cubin, for which cuobjdump prints none.
[[nodiscard]] std::vector<GuardedKernel> parse_resource_usage(const std::string& text, const std::string& name,
                                                              std::string arch);

}  // namespace spillway::cli
