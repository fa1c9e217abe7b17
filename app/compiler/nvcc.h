#pragma once

// NVIDIA's own compiler driver for a whole .cu, host part and all, in processes that can read the file's own texts, the
// toolkit and the system's headers only.

#include <filesystem>
#include <string>
#include <vector>

#include "app/base/child_process.h"
#include "app/compiler/nvrtc.h"
#include "app/compiler/work_folder.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/tool.h"

namespace spillway::compiler {

struct Nvcc {
    std::string program, ptxas;
    std::string version;   ///< "13.0.88"
    std::string confiner;  ///< spillway-worker, which shuts them in; empty: run as they are, as tests want it

    /// Two that may write different code differ in it.
    [[nodiscard]] std::string identity() const;
};

/// SPILLWAY_NVCC (the program, its folder, or "none"), else in cuda_roots().
[[nodiscard]] model::Expected<Nvcc> find_nvcc(const std::string& confiner);
[[nodiscard]] model::Tool to_status(const model::Expected<Nvcc>& nvcc);

/// What nvcc is asked for: the PTX of `file`, with line information. Folders are relative to the one it runs in.
[[nodiscard]] std::vector<std::string> nvcc_file_options(const model::CompileRequest& request,
                                                         const catalogue::BuildSettings& settings);
/// What ptxas is then asked for, word for word as nvcc -cubin would ask.
[[nodiscard]] std::vector<std::string> ptxas_options(const model::CompileRequest& request, const Nvcc& nvcc);

/// Where one run of a tool reads, writes and works in.
struct ToolPlaces {
    std::filesystem::path sources, outputs, folder;
};
/// nvcc or one of its tools, shut in and bounded. The Error says that it was stopped.
[[nodiscard]] model::Expected<base::ChildOutput> run_tool(const Nvcc& nvcc, const ToolPlaces& places,
                                                          const std::string& tool, std::vector<std::string> arguments,
                                                          const StopQuestion& should_stop);

/// Compiles the first of the tree's files; where the request names a kernel, that one alone to machine code. The log of
/// what compiled is ptxas's report, of what did not the words of whichever tool refused it. A whole file of which ptxas
/// refuses a kernel has compiled, to PTX alone.
[[nodiscard]] NvrtcResult compile_file(const Nvcc& nvcc, const WorkTree& tree, const catalogue::SourceFiles& files,
                                       const model::CompileRequest& request, const StopQuestion& should_stop);

/// The rest of `spillway-worker --confined OUTPUTS SOURCES TOOL ARGUMENTS...`: shuts this process in and becomes the
/// tool. Returns only where that fails, with the exit status.
[[nodiscard]] int run_confined(const std::vector<std::string>& words);

}  // namespace spillway::compiler
