#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spillway::gpu {

/// Files worth trying, in order: SPILLWAY_CUPTI (a file, a folder, or "none": empty), then the CUDA folders, then the
/// dynamic linker's own.
[[nodiscard]] std::vector<std::string> cupti_files(const std::vector<std::filesystem::path>& cuda_folders);

/// Why this process may not read counters, going by the driver's parameters (/proc/driver/nvidia/params) and its own
/// status (/proc/self/status); nothing where it may, or where the files do not tell.
[[nodiscard]] std::optional<std::string> counters_forbidden(const std::string& driver_parameters,
                                                            const std::string& process_status);

}  // namespace spillway::gpu
