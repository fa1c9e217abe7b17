#pragma once

// Compiler options from typed knobs, for NVRTC and, with the same meaning, for nvcc. Of a file's build settings only
// the known flags become options (catalogue::front_end_flags, catalogue::ptxas_flags).

#include <filesystem>
#include <string>
#include <vector>

#include "app/catalogue/plain/source_files.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// Macros that pass the knobs to a kernel. Every kernel.cu uses them like this:
/// `__global__ SPILLWAY_LAUNCH_BOUNDS void k(...) { SPILLWAY_SPILL_TARGET; ... }`.
struct Macro {
    std::string name, value;
};
[[nodiscard]] std::vector<Macro> knob_macros(const model::CompileRequest& request);

/// Option of ptxas for register_usage_level, and whether it differs from ptxas's default.
[[nodiscard]] std::string usage_level(const model::CompileRequest& request);
[[nodiscard]] bool has_usage_level(const model::CompileRequest& request);

/// Makes ptxas (CUDA 13 or later) mark each spill in the code. Changes neither instructions nor compile time. Like line
/// information, it is for displayed code, not for launched code.
inline constexpr const char* marks_spills = "--compiler-annotations";

/// NVRTC options of a request. `report` adds -v for ptxas. With -v NVRTC may lose error messages, so compile again
/// without it after a failure.
[[nodiscard]] std::vector<std::string> nvrtc_options(const model::CompileRequest& request,
                                                     const std::vector<std::filesystem::path>& include_folders,
                                                     int nvrtc_version, bool report);

/// NVRTC options of a whole file: those of the user and the knobs, line information and ptxas's report, but no macros
/// of kernel.cu. `folders`: the file's own, its include folders, CUDA's.
[[nodiscard]] std::vector<std::string> nvrtc_file_options(const model::CompileRequest& request,
                                                          const std::vector<std::filesystem::path>& folders,
                                                          const catalogue::BuildSettings& settings, int nvrtc_version);

/// Equivalent nvcc options: `nvcc -cubin -Xptxas -v ...`, without program, input and output. Put the macros into the
/// source as #define lines, because nvcc splits a -D at a comma.
[[nodiscard]] std::vector<std::string> nvcc_options(const model::CompileRequest& request);

}  // namespace spillway::compiler
