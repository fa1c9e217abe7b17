#pragma once

// Builds a program from a whole .cu with nvcc, including its host code.

#include <filesystem>
#include <string>
#include <vector>

#include "app/compiler/nvcc.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Builds `folder`/in/`file` into `folder`/out/program. `options` may hold -I, -D, -std, --system-include,
/// --pre-include and the flags of catalogue::is_nvcc_flag(); any other one is an Error. If nvcc rejects the file, the
/// Error holds nvcc's messages.
[[nodiscard]] std::optional<model::Error> build_program(const Nvcc& nvcc, const std::filesystem::path& folder,
                                                        const std::string& file, const std::string& arch,
                                                        const std::vector<std::string>& options);

}  // namespace spillway::compiler
