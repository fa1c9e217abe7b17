#pragma once

#include <string>

#include "app/protocol/recording.h"

namespace spillway::cli {

/// Kernel Tuner's T4 results (schema 1.0.0): one entry per result.
[[nodiscard]] std::string to_kernel_tuner(const protocol::Recording& recording);

}  // namespace spillway::cli
