#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

/// GPU properties for the occupancy calculator, queried from the driver that the program has loaded. Empty if a query
/// fails.
[[nodiscard]] std::optional<Line> gpu_line(std::int64_t device);

/// Device of the current context; 0 if the query fails.
[[nodiscard]] int current_device();
/// Waits until the current context has finished its work.
void wait_for_gpu();

/// Newest CUDA version that the driver supports, such as 13000; 0 if the query fails.
[[nodiscard]] int driver_version();

/// True if this stream (a CUstream) is being captured into a graph: its launches do not run yet.
[[nodiscard]] bool is_capturing(void* stream);

/// The driver's name for an error code, such as "CUDA_ERROR_ILLEGAL_ADDRESS"; "CUDA error 700" if it has none.
[[nodiscard]] std::string error_name(int result);

}  // namespace spillway::trace::injection
