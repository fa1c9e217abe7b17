#pragma once

// Builds a program from a whole .cu with nvcc, including its host code.

#include <filesystem>
#include <string>
#include <vector>

#include "app/compiler/nvcc.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Builds `folder`/in/`file` into `folder`/out/program. Options are those from a file's settings: -I, -D and -std. If
/// nvcc rejects the file, the Error holds nvcc's messages.
[[nodiscard]] std::optional<model::Error> build_program(const Nvcc& nvcc, const std::filesystem::path& folder,
                                                        const std::string& file, const std::string& arch,
                                                        const std::vector<std::string>& options);

}  // namespace spillway::compiler
