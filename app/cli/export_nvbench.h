#pragma once

#include <string>

#include "app/protocol/recording.h"

namespace spillway::cli {

/// The JSON that nvbench writes (file format 1.0.0): a benchmark per experiment, a state per result.
[[nodiscard]] std::string to_nvbench(const protocol::Recording& recording);

}  // namespace spillway::cli
