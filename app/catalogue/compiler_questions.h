#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway::catalogue {

/// First name in code (code_of) that reveals the compiler to a kernel: "__CUDA_ARCH__", "__CUDACC__", "__GNUC__",
/// "NV_IF_TARGET". Empty without one. A kernel that tests it can behave differently under the judge and on the GPU.
[[nodiscard]] std::optional<std::string> compiler_question(std::string_view code);

}  // namespace spillway::catalogue
