#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/model/error.h"

namespace spillway::catalogue {

inline constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

/// Whether the name ends like that of a CUDA source, in any case: "scale.cu", "SCALE.CU".
[[nodiscard]] bool is_cuda_file(const std::filesystem::path& file);

/// Reads a regular file of at most `max_bytes`. Refuses a link that leads out of its folder.
[[nodiscard]] model::Expected<std::string> read_file_text(const std::filesystem::path& file,
                                                          std::size_t max_bytes = max_file_bytes);

}  // namespace spillway::catalogue
