#pragma once

#include <string>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::tests {

struct CompiledPtx {
    std::string text;
    std::string entry;  ///< mangled
};

/// The PTX of a request, by NVRTC alone: no machine code is made of it. With lines of the source.
[[nodiscard]] model::Expected<CompiledPtx> compile_ptx(const model::CompileRequest& request, const std::string& source);

/// The request that a job's reference is compiled with.
[[nodiscard]] model::CompileRequest reference_request(const model::Job& job);

/// Whether there is an NVRTC.
[[nodiscard]] bool has_compiler();

}  // namespace spillway::tests
