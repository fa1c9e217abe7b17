#pragma once

// A whole .cu made into a program by nvcc, host part and all.

#include <filesystem>
#include <string>
#include <vector>

#include "app/compiler/nvcc.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// `file` lies in `folder`/in; the program is `folder`/out/program. Options are those that a file's settings make: -I,
/// -D and -std. The Error's words are nvcc's own where it refuses the file.
[[nodiscard]] std::optional<model::Error> build_program(const Nvcc& nvcc, const std::filesystem::path& folder,
                                                        const std::string& file, const std::string& arch,
                                                        const std::vector<std::string>& options);

}  // namespace spillway::compiler
