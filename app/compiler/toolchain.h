#pragma once

// Tools of the worker's compiles, found once at its start.

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
    /// See HelperTools. Empty if NVRTC runs in this process.
    std::optional<model::Expected<std::string>> confined_by = {};
    model::Expected<Nvcc> nvcc = model::Error{"nvcc was not looked for", "nvcc", ""};
    /// Folder for the files of a .cu during a compile. Empty if none was created.
    std::optional<model::Expected<std::shared_ptr<const WorkFolder>>> work = {};
    /// Every NVRTC here, including the one in use, sorted by path. Empty if NVRTC runs in this process.
    std::vector<model::Tool> compilers = {};
    std::vector<std::string> helper_command = {};  ///< starts helpers; empty if NVRTC runs in this process

    /// Compiler and headers: everything else that can change the code of a request. Part of the cache key.
    [[nodiscard]] std::string identity() const;
    [[nodiscard]] model::Tool compiler_status() const;
    /// Tools as in the keys of shipped reports.
    [[nodiscard]] answers::ReportTools report_tools() const;
};

/// Include folders of a source. Headers of cooperative groups, and mma.h, include others by bare names, which the
/// compiler searches only in named folders.
[[nodiscard]] std::vector<std::filesystem::path> header_folders(const Toolchain& tools, std::string_view text);

/// Loads NVRTC into this process, for tests.
[[nodiscard]] Toolchain find_toolchain();
/// Runs NVRTC in helper processes, started with `command`; its first word is a worker.
[[nodiscard]] Toolchain find_toolchain(const std::vector<std::string>& helper_command);

}  // namespace spillway::compiler
