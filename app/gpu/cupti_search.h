#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spillway::gpu {

/// Candidate files in order: SPILLWAY_CUPTI (a file, a folder, or "none": no candidates), the CUDA folders, the dynamic
/// linker's name.
[[nodiscard]] std::vector<std::string> cupti_files(const std::vector<std::filesystem::path>& cuda_folders);

/// Reason why this process may not read counters, from the driver's parameters (/proc/driver/nvidia/params) and the
/// process status (/proc/self/status). Empty if it may, or if the files do not show it.
[[nodiscard]] std::optional<std::string> counters_forbidden(const std::string& driver_parameters,
                                                            const std::string& process_status);

}  // namespace spillway::gpu
