#pragma once

/// The driver calls this in the traced program's cuInit, by the name that NVIDIA gave it (CUDA_INJECTION64_PATH). 1:
/// all went well. The program goes on in any case.
extern "C" __attribute__((visibility("default"))) int InitializeInjection();
