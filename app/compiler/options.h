#pragma once

// Compiler options from typed knobs, for NVRTC and, word for word the same meaning, for nvcc. No option
// string ever comes from a file.

#include <filesystem>
#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// The macros that carry the knobs into a kernel. Every kernel.cu uses
/// them as `__global__ SPILLWAY_LAUNCH_BOUNDS void k(...) { SPILLWAY_SPILL_TARGET; ... }`.
struct Macro {
    std::string name, value;
};
[[nodiscard]] std::vector<Macro> knob_macros(const model::CompileRequest& request);

/// ptxas's option for the request's register_usage_level, and whether it is another than ptxas's own.
[[nodiscard]] std::string usage_level(const model::CompileRequest& request);
[[nodiscard]] bool has_usage_level(const model::CompileRequest& request);

/// Makes ptxas, from CUDA 13 on, mark each spill in the code. It changes no instruction, nor the time taken. Like lines
/// it is for code that is looked at, not for code that is launched.
inline constexpr const char* marks_spills = "--compiler-annotations";

/// NVRTC's options for a request. `report` asks for ptxas's -v; with it NVRTC can swallow an error, so a
/// failed compile is done again without.
[[nodiscard]] std::vector<std::string> nvrtc_options(const model::CompileRequest& request,
                                                     const std::vector<std::filesystem::path>& include_folders,
                                                     int nvrtc_version, bool report);

/// NVRTC's options for a whole file: only what the user and the knobs say, nothing of ours. `folders`: the file's own,
/// its include folders, CUDA's.
[[nodiscard]] std::vector<std::string> nvrtc_file_options(const model::CompileRequest& request,
                                                          const std::vector<std::filesystem::path>& folders,
                                                          const catalogue::BuildSettings& settings, int nvrtc_version);

/// The options that make nvcc do the same: `nvcc -cubin -Xptxas -v ...`, without program, input and output. The macros
/// must stand in the text as #define lines: nvcc takes a comma in a -D for the end of it.
[[nodiscard]] std::vector<std::string> nvcc_options(const model::CompileRequest& request);

}  // namespace spillway::compiler
