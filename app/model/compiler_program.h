#pragma once

#include <string_view>

#include "app/model/run_result.h"

namespace spillway::model {

/// The program that compiled a report's kernel.
enum class CompilerProgram { unknown, nvrtc, nvcc };

/// `unknown` also for a report without a compiler's name.
[[nodiscard]] inline CompilerProgram compiler_program(const CompileReport& report)
{
    const std::string_view name = report.compiler;  // "NVRTC 13.0.88", "nvcc 13.0.88"
    if (name.starts_with("NVRTC ")) return CompilerProgram::nvrtc;
    return name.starts_with("nvcc ") ? CompilerProgram::nvcc : CompilerProgram::unknown;
}

}  // namespace spillway::model
