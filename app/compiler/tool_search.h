#pragma once

// Searches for NVIDIA's tools in this order: the tool's own environment variable, CUDA_HOME, CUDA_PATH,
// /usr/local/cuda, the folders of SPILLWAY_CUDA_WHEELS (colon-separated, with the layout of site-packages/nvidia/cu13),
// run.sh's wheels in build/cuda-wheels, the folder above nvcc on PATH. With SPILLWAY_HIDE_TOOLKIT set, cuda_roots()
// returns only the wheels, as on a machine without the toolkit.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/tool.h"

namespace spillway::compiler {

/// Value of an environment variable; empty if it is not set.
[[nodiscard]] std::string environment(const char* name);

/// Parts of a colon-separated list, without the empty ones.
[[nodiscard]] std::vector<std::string> split_paths(const std::string& list);

/// Existing folders of the order above, each once. Their content is not checked.
[[nodiscard]] std::vector<std::filesystem::path> cuda_roots();

/// Folders of fetch-compilers.sh, one per CUDA release, with the layout of site-packages, sorted by name: those of
/// SPILLWAY_COMPILERS, else of build/compilers beside the program.
[[nodiscard]] std::vector<std::filesystem::path> release_folders();

/// Include folders with cuda_fp16.h, and of libcu++ beside it; may be empty.
[[nodiscard]] std::vector<std::filesystem::path> cuda_include_folders();

/// Status of the header folders.
[[nodiscard]] model::Tool headers_status();

/// Path of an executable on PATH; empty if it is not there.
[[nodiscard]] std::optional<std::filesystem::path> find_on_path(const std::string& program);

}  // namespace spillway::compiler
