#pragma once

// A .cu that nobody wrote for Spillway: which kernels it holds, and its text without what only the host can compile
// (a main, <<<...>>> launches, <cstdio>), line for line, so that the compiler's messages name the right lines.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::catalogue {

struct TemplateParameter {
    std::string name;
    std::string type;     ///< "int", "typename", "bool", ...
    std::string initial;  ///< its default argument, as written; may be empty
    bool is_pack = false;
};

/// `const float* __restrict__ in` as type "float", constant, a pointer, name "in".
struct KernelArgument {
    std::string name;
    std::string type;  ///< without const, * and __restrict__; of a pointer: what it points to
    bool is_pointer = false, is_const = false;
};

struct PlainKernel {
    std::string name;  ///< with its namespaces: "detail::scale"
    std::vector<TemplateParameter> parameters;
    int line = 0;
    std::vector<KernelArgument> arguments;
};

/// #define TILE 32
struct NumberDefine {
    std::string name;
    std::int64_t value = 0;
    int line = 0;
};

/// What was not taken over, and where: "main", "the header <cstdio>".
struct LeftAside {
    std::string what;
    int line = 0;
};

struct PlainSource {
    std::string text;  ///< for the compiler; as many lines as the file. The numbers of `defines` are not in it
    std::vector<PlainKernel> kernels;
    std::vector<NumberDefine> defines;  ///< those that the text uses, each given once
    std::vector<LeftAside> left_aside;
};

/// Takes a text apart. The Error's `where` is `file_name`: there is no __global__ function in it.
[[nodiscard]] model::Expected<PlainSource> read_plain_source(std::string_view text, const std::string& file_name);

}  // namespace spillway::catalogue
