#pragma once

#include <cstdint>

#include "app/cli/context.h"

namespace spillway::cli {

struct OccupancyOptions {
    int registers = 0;
    std::int64_t block_size = 256;
    std::int64_t static_shared_bytes = 0;
    std::int64_t dynamic_shared_bytes = 0;
};

int occupancy_command(const CommonOptions& options, const OccupancyOptions& resources);

}  // namespace spillway::cli
