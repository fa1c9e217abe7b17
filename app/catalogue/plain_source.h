#pragma once

// A .cu that nobody wrote for Spillway: which kernels it holds, and its text without what only the host can compile
// (a main, <<<...>>> launches, <cstdio>), line for line, so that the compiler's messages name the right lines.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/catalogue/kernel_parameters.h"
#include "app/model/error.h"

namespace spillway::catalogue {

/// A line of the .cu, or of a header of its folder.
struct PlainPlace {
    int line = 0;
    std::string header;                       ///< as it is included; empty: the .cu itself
    [[nodiscard]] std::string words() const;  ///< "line 12", "line 12 of tile.h"
};

struct PlainKernel {
    std::string name;  ///< with its namespaces: "detail::scale"
    std::vector<TemplateParameter> parameters;
    PlainPlace place;
    std::vector<KernelArgument> arguments;
};

/// #define TILE 32
struct NumberDefine {
    std::string name;
    std::int64_t value = 0;
    PlainPlace place;
};

/// What was not taken over, and where: "main", "the header <cstdio>".
struct LeftAside {
    std::string what;
    PlainPlace place;
};

struct PlainSource {
    std::string text;  ///< for the compiler; as many lines as the file. The numbers of `defines` are not in it
    std::vector<PlainKernel> kernels;
    std::vector<NumberDefine> defines;  ///< those that the text uses, each given once
    std::vector<LeftAside> left_aside;
    /// The headers of its folder that it includes, by the name it includes them with, for the compiler as well.
    std::vector<std::pair<std::string, std::string>> headers;
};

/// A header of the file's own folder by its name; nothing where there is none.
using OwnHeaders = std::function<std::optional<std::string>(const std::string& name)>;

/// Takes a text apart, and the headers of its folder that it includes, each once. The Error's `where` is `file_name`:
/// there is no __global__ function in it.
[[nodiscard]] model::Expected<PlainSource> read_plain_source(std::string_view text, const std::string& file_name,
                                                             const OwnHeaders& own_headers = {});

}  // namespace spillway::catalogue
