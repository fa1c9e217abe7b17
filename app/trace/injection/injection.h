#pragma once

/// Entry point: the driver calls it by this name in cuInit of the traced program (CUDA_INJECTION64_PATH). Returns 1 on
/// success. The program continues in either case.
extern "C" __attribute__((visibility("default"))) int InitializeInjection();
