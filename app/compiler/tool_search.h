#pragma once

// Where NVIDIA's tools may lie. Folders are tried in this order: the tool's own environment variable,
// CUDA_HOME, CUDA_PATH, /usr/local/cuda, the folders of SPILLWAY_CUDA_WHEELS (colon-separated, each laid out
// like site-packages/nvidia/cu13), run.sh's wheels beside the build folder, the folder above nvcc on PATH.
// With SPILLWAY_HIDE_TOOLKIT set, only the wheels: as on a machine without the toolkit.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/tool.h"

namespace spillway::compiler {

/// The value of an environment variable; empty where it is not set.
[[nodiscard]] std::string environment(const char* name);

/// The parts of a colon-separated list.
[[nodiscard]] std::vector<std::string> split_paths(const std::string& list);

/// Folders that look like a CUDA installation, existing ones only, without repeats.
[[nodiscard]] std::vector<std::filesystem::path> cuda_roots();

/// The folders of fetch-compilers.sh, one for each CUDA release and laid out like site-packages: those of
/// SPILLWAY_COMPILERS, else of build/compilers beside the program. In the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> release_folders();

/// Include folders that hold cuda_fp16.h, and libcu++ beside it; empty where there are none.
[[nodiscard]] std::vector<std::filesystem::path> cuda_include_folders();

/// The headers' folders as a tool's status.
[[nodiscard]] model::Tool headers_status();

/// An executable's path from PATH, or nothing.
[[nodiscard]] std::optional<std::filesystem::path> find_on_path(const std::string& program);

}  // namespace spillway::compiler
