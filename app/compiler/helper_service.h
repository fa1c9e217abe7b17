#pragma once

namespace spillway::compiler {

/// The whole life of a compile helper (`spillway-worker --compile-helper`): loads NVRTC, shuts itself in, says hello on
/// `output` and compiles what comes on `input` until that ends. Returns the exit status.
[[nodiscard]] int serve_compiles(int input, int output);

}  // namespace spillway::compiler
