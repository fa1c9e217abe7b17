#pragma once

#include <string>

namespace spillway::compiler {

/// Main function of a compile helper (`spillway-worker --compile-helper`): loads NVRTC, enters its sandbox if the
/// system allows one, writes hello to `output` and compiles requests from `input` until that ends. `work_folder` is
/// readable too, if not empty. `library`: use this NVRTC and its own headers; empty: the worker's. Returns the exit
/// status.
[[nodiscard]] int serve_compiles(int input, int output, const std::string& work_folder, const std::string& library);

}  // namespace spillway::compiler
