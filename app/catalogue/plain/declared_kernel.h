#pragma once

// A kernel as the text of its file declares it.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/kernel_parameters.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

struct DeclaredKernel {
    std::vector<KernelArgument> arguments;
    std::vector<TemplateParameter> parameters;
    std::size_t dimensions = 1;  ///< of its blocks and grids, by the words threadIdx.y and the like
};

/// The kernel of that name (without template arguments), in the .cu or in one of its headers.
[[nodiscard]] std::optional<DeclaredKernel> declared_kernel(const model::Experiment& plain, std::string_view base);

/// `using real = float;` and `typedef float real;`, each name once.
[[nodiscard]] std::map<std::string, std::string> type_aliases(std::string_view text);

}  // namespace spillway::catalogue
