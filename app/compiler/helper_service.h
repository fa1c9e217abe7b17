#pragma once

#include <string>

namespace spillway::compiler {

/// The whole life of a compile helper (`spillway-worker --compile-helper`): loads NVRTC, shuts itself in, says hello on
/// `output` and compiles what comes on `input` until that ends. It reads below `work_folder` as well, where one is
/// given. `library`: this NVRTC and its own headers; empty: the worker's. Returns the exit status.
[[nodiscard]] int serve_compiles(int input, int output, const std::string& work_folder, const std::string& library);

}  // namespace spillway::compiler
