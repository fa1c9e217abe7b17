#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/trace/injection/log.h"

namespace spillway::trace::injection {

/// What occupancy needs to know of a GPU, asked of the driver that the program has loaded. Nothing where it does not
/// tell.
[[nodiscard]] std::optional<Line> gpu_line(std::int64_t device);

/// The one whose context is current; 0 where the driver does not tell.
[[nodiscard]] int current_device();
/// Until what this context was given is done.
void wait_for_gpu();

/// The newest CUDA that the driver knows, such as 13000; 0 where it does not tell.
[[nodiscard]] int driver_version();

/// Whether what goes to this stream (a CUstream) is being captured into a graph: then nothing runs yet.
[[nodiscard]] bool is_capturing(void* stream);

/// The driver's word for a result: "CUDA_ERROR_ILLEGAL_ADDRESS".
[[nodiscard]] std::string word_of(int result);

}  // namespace spillway::trace::injection
