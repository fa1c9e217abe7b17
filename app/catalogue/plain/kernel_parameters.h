#pragma once

// Template parameters and arguments of a kernel of a plain .cu, from the tokens of its declaration.

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/declarations.h"

namespace spillway::catalogue {

struct TemplateParameter {
    std::string name;
    std::string type;     ///< "int", "typename", "bool", ...
    std::string initial;  ///< default argument, as written; may be empty
    bool is_pack = false;
};

/// `const float* __restrict__ in` is type "float", constant, a pointer, name "in".
struct KernelArgument {
    std::string name;
    std::string type;  ///< without const, * and __restrict__; for a pointer the pointee
    bool is_pointer = false, is_const = false;
    std::size_t begin = 0, end = 0;  ///< byte offsets of the declaration in the text
};

/// The kernels that are defined at namespace scope.
[[nodiscard]] std::vector<Declaration> kernel_declarations(std::string_view text, const std::vector<Token>& tokens);

/// In their order. `declaration` is one of `declarations(text, tokens)`.
[[nodiscard]] std::vector<TemplateParameter> template_parameters(std::string_view text,
                                                                 const std::vector<Token>& tokens,
                                                                 const Declaration& declaration);
[[nodiscard]] std::vector<KernelArgument> kernel_arguments(std::string_view text, const std::vector<Token>& tokens,
                                                           const Declaration& declaration);

}  // namespace spillway::catalogue
