#pragma once

// Everything the worker compiles with, found once when it starts.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/compiler/nvrtc.h"
#include "app/compiler/sass.h"
#include "app/compiler/tool_search.h"
#include "app/model/error.h"

namespace spillway::compiler {

struct Toolchain {
    model::Expected<std::shared_ptr<const Nvrtc>> nvrtc;
    std::vector<std::filesystem::path> include_folders;
    model::Expected<Disassembler> disassembler;

    /// Compiler and headers: whatever else may change the code of one request.
    [[nodiscard]] std::string identity() const;
    [[nodiscard]] model::Tool compiler_status() const;
};

[[nodiscard]] Toolchain find_toolchain();

}  // namespace spillway::compiler
