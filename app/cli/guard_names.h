#pragma once

// Names and lines of kernels for `guard`: the same for a .cu and for its compiled file.

#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::cli {

/// Names of one file's kernels in a budget, from their mangled names and in their order: "scale<8>" for
/// _Z5scaleILi8EEvPf. Overloads have their arguments: "scale(float*)".
[[nodiscard]] std::vector<std::string> kernel_keys(const std::vector<std::string>& mangled);

/// First and last line of a kernel's definition; 0: unknown.
struct KernelLines {
    int first = 0, last = 0;
};

/// Definitions of kernels in a text.
class KernelPlaces {
public:
    explicit KernelPlaces(std::string_view source);
    /// Lines of a kernel by its demangled name. Unknown if a header or a macro brings it, or if several definitions
    /// have this name.
    [[nodiscard]] KernelLines of(std::string_view demangled) const;

private:
    struct Body {
        std::string name;  ///< without namespaces
        KernelLines lines;
    };
    std::vector<catalogue::SeenKernel> seen_;
    std::vector<Body> bodies_;
};

/// Line of the first message of a compiler about this file, from "scale.cu(8): ..." or "scale.cu:8:2: ..."; 0: none.
[[nodiscard]] int line_of_message(std::string_view messages, std::string_view file_name);

}  // namespace spillway::cli
