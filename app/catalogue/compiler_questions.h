#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::catalogue {

/// The first name in code (code_of) by which a kernel can tell who compiles it: "__CUDA_ARCH__", "__CUDACC__",
/// "__GNUC__", "NV_IF_TARGET". Empty where there is none. A kernel that asks can have one
/// behaviour for the judge and another for the GPU.
[[nodiscard]] std::optional<std::string> compiler_question(std::string_view code);

}  // namespace spillway::catalogue
