#pragma once

#include <string>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::tests {

struct CompiledPtx {
    std::string text;
    std::string entry;  ///< mangled
};

/// Compiles a request to PTX with NVRTC: with source lines, without machine code.
[[nodiscard]] model::Expected<CompiledPtx> compile_ptx(const model::CompileRequest& request, const std::string& source);

/// The request that a job's reference is compiled with.
[[nodiscard]] model::CompileRequest reference_request(const model::Job& job);

/// True if NVRTC is installed.
[[nodiscard]] bool has_compiler();

}  // namespace spillway::tests
