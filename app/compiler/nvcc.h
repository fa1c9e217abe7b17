#pragma once

// Compiles the kernels of a whole .cu, which may contain host code, with nvcc. If the system allows a sandbox, the
// processes can read only the file's sources, the toolkit and the system headers.

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
    std::string confiner;  ///< spillway-worker, which starts the sandbox; empty: no sandbox, as in tests
    std::string nvlink{};  ///< beside ptxas; empty if it is not there

    /// Differs between versions that may generate different code.
    [[nodiscard]] std::string identity() const;
};

/// Searches SPILLWAY_NVCC (the program, its folder, or "none"), else cuda_roots().
[[nodiscard]] model::Expected<Nvcc> find_nvcc(const std::string& confiner);
[[nodiscard]] model::Tool to_status(const model::Expected<Nvcc>& nvcc);

/// Options of nvcc for PTX with line information. compile_file() adds the include folders, input and output.
[[nodiscard]] std::vector<std::string> nvcc_file_options(const model::CompileRequest& request,
                                                         const catalogue::BuildSettings& settings);
/// Options of ptxas, exactly as `nvcc -cubin` would pass them.
[[nodiscard]] std::vector<std::string> ptxas_options(const model::CompileRequest& request, const Nvcc& nvcc,
                                                     const catalogue::BuildSettings& settings);

/// Options of nvlink for one relocatable cubin, as nvcc passes them.
[[nodiscard]] std::vector<std::string> nvlink_options(const model::CompileRequest& request);

/// Readable, writable and working folder of a tool.
struct ToolPlaces {
    std::filesystem::path sources, outputs, folder;
};
/// Runs nvcc or one of its tools in the sandbox, for at most these seconds. Error if it was stopped
/// or did not start.
[[nodiscard]] model::Expected<base::ChildOutput> run_tool(const Nvcc& nvcc, const ToolPlaces& places,
                                                          const std::string& tool, std::vector<std::string> arguments,
                                                          double max_seconds, const StopQuestion& should_stop);

/// Compiles the first file of the tree. If the request names a kernel, compiles only that one to machine code. On
/// success the log is ptxas's report, for relocatable code with nvlink's below it, else the messages of the failed
/// tool. If ptxas rejects a kernel of a whole file, the compile still succeeds with PTX only.
[[nodiscard]] NvrtcResult compile_file(const Nvcc& nvcc, const WorkTree& tree, const catalogue::SourceFiles& files,
                                       const model::CompileRequest& request, const StopQuestion& should_stop);

/// Runs `spillway-worker --confined SECONDS OUTPUTS SOURCES TOOL ARGUMENTS...` (`words` holds the arguments after
/// --confined): enters the sandbox and becomes the tool. Returns an exit status only on failure.
[[nodiscard]] int run_confined(const std::vector<std::string>& words);

}  // namespace spillway::compiler
