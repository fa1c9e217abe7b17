#pragma once

#include <string>

#include "app/protocol/recording.h"

namespace spillway::cli {

/// nvbench's JSON (file format 1.0.0): one benchmark per experiment, one state per result.
[[nodiscard]] std::string to_nvbench(const protocol::Recording& recording);

}  // namespace spillway::cli
