#pragma once

// Everything the worker compiles with, found once when it starts.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/answers/shipped_reports.h"
#include "app/compiler/compile_helper.h"
#include "app/compiler/nvcc.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/sass.h"
#include "app/compiler/tool_search.h"
#include "app/compiler/work_folder.h"
#include "app/model/error.h"
#include "app/model/tool.h"

namespace spillway::compiler {

struct Toolchain {
    model::Expected<std::shared_ptr<const Nvrtc>> nvrtc;
    std::vector<std::filesystem::path> include_folders;
    model::Expected<Disassembler> disassembler;
    /// See HelperTools. Nothing where NVRTC is in this process.
    std::optional<model::Expected<std::string>> confined_by = {};
    model::Expected<Nvcc> nvcc = model::Error{"nvcc was not looked for", "nvcc", ""};
    /// Where the files of a .cu stand while they are compiled. Nothing where nobody made one.
    std::optional<model::Expected<std::shared_ptr<const WorkFolder>>> work = {};
    /// Every NVRTC here, the one in use among them, in the order of their paths. Empty where NVRTC is in this process.
    std::vector<model::Tool> compilers = {};
    std::vector<std::string> helper_command = {};  ///< starts helpers; empty likewise

    /// Compiler and headers: whatever else may change the code of one request.
    [[nodiscard]] std::string identity() const;
    [[nodiscard]] model::Tool compiler_status() const;
    /// The same as far as shipped reports tell it.
    [[nodiscard]] answers::ReportTools report_tools() const;
};

/// Where a text's headers are looked for. Those of cooperative groups include each other by bare names, which the
/// compiler looks for in the named folders only.
[[nodiscard]] std::vector<std::filesystem::path> header_folders(const Toolchain& tools, std::string_view text);

/// With NVRTC in this process, as tests want it.
[[nodiscard]] Toolchain find_toolchain();
/// With NVRTC in helper processes, started with `command`, the first word of which is a worker.
[[nodiscard]] Toolchain find_toolchain(const std::vector<std::string>& helper_command);

}  // namespace spillway::compiler
