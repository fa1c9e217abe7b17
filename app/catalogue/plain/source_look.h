#pragma once

// Scans the tokens of a .cu for its kernels, launches and constants. Expands and resolves nothing; a later compile
// overrides it. Time and memory are linear in the text's length, for any text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/kernel_parameters.h"

namespace spillway::catalogue {

/// A function marked __global__.
struct SeenKernel {
    std::string name;  ///< with its namespaces: "detail::scale"
    int line = 0;
    std::vector<TemplateParameter> parameters;
    std::string launch_bound;       ///< first argument of its __launch_bounds__, as written; may be empty
    std::vector<int> more_lines{};  ///< of other declarations or overloads of the name, at most 8
    bool has_default = false;       ///< a parameter of one of them may have a default argument
};

/// #define TILE 32
struct SeenDefine {
    std::string name;
    std::int64_t value = 0;
    int line = 0;
    std::size_t begin = 0, end = 0;  ///< offsets of the number in the text, with sign and base, without suffix
    bool is_default = false;         ///< inside an #ifndef of its name: a macro of the build options replaces it
};

/// kernel<32><<<grid, block, shared>>>(...), cudaLaunchKernel(kernel<32>, grid, block, arguments, shared), or
/// cudaLaunchKernelEx(&config, kernel<32>, ...), as written.
struct SeenLaunch {
    std::string kernel;  ///< "detail::scale", or "scale"
    std::string template_arguments;
    std::string grid, block, shared;  ///< empty if absent
    int line = 0;
    std::vector<std::string> arguments{};
    bool shows_arguments = false;        ///< `arguments` are all that the kernel gets
    bool may_be_cooperative = false;     ///< not by <<<...>>> and not by cudaLaunchKernel: grid.sync() may be valid
    std::vector<std::string> scopes{};   ///< of the launch, innermost first: "a::b::", "a::" and ""
    std::vector<std::string> imports{};  ///< "c::" of `using namespace c;`, "c::scale" of `using c::scale;`
};

/// cudaMalloc(&name, bytes), or thrust::device_vector<type> name(elements).
struct SeenAllocation {
    std::string name;
    std::string bytes, elements;  ///< one of them is given
};

/// constexpr int n = 32; dim3 block(16, 16); #define THREADS (TILE * 8)
struct SeenConstant {
    std::string name;
    std::vector<std::string> values;  ///< one, or up to three for a dim3
    int reassigned_line = 0;          ///< of the first later `name = ...`, `name += ...` or `++name`; 0: none
};

struct SeenInclude {
    std::string name;
    bool is_quoted = false;
};

struct SourceLook {
    std::vector<SeenKernel> kernels;  ///< each name once, overloads too
    std::vector<SeenDefine> defines;  ///< numeric macros defined once
    std::vector<SeenLaunch> launches;
    std::vector<SeenConstant> constants;  ///< those whose declarations all give one value
    std::vector<SeenInclude> includes;
    std::vector<SeenAllocation> allocations;
    std::vector<std::string> copied_to;  ///< first arguments of cudaMemcpy and cudaMemcpyAsync
    bool has_kernel_macro = false;       ///< a #define contains __global__
};

[[nodiscard]] SourceLook look_at(std::string_view text);
/// Scans for #includes only.
[[nodiscard]] std::vector<SeenInclude> includes_of(std::string_view text);

}  // namespace spillway::catalogue
