#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spillway::gpu {

/// Candidate files in order. If SPILLWAY_CUPTI is set: that file, or the files in that folder; none for "none".
/// Otherwise those in the CUDA folders, then bare names for the dynamic linker.
[[nodiscard]] std::vector<std::string> cupti_files(const std::vector<std::filesystem::path>& cuda_folders);

/// Reason why this process may not read counters, from the driver's parameters (/proc/driver/nvidia/params) and the
/// process status (/proc/self/status). Empty if it may, or if the files do not show it.
[[nodiscard]] std::optional<std::string> counters_forbidden(const std::string& driver_parameters,
                                                            const std::string& process_status);

}  // namespace spillway::gpu
