#pragma once

// nvcc as the second opinion: the same kernel with the same options, and what its ptxas reports.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::tests {

/// nvcc's path from PATH or CUDA's usual folders; nothing where there is none.
[[nodiscard]] std::optional<std::string> find_nvcc();

/// The command line, for messages: `nvcc -cubin -Xptxas -v ... `.
[[nodiscard]] std::string nvcc_command(const model::CompileRequest& request);

/// Compiles one entry with nvcc into nowhere: its whole output, ptxas's report included. The Error holds nvcc's words.
[[nodiscard]] model::Expected<std::string> nvcc_report(const std::string& nvcc, const model::CompileRequest& request,
                                                       const model::SourceText& source);

/// What the ptxas beside that nvcc reports for PTX, called as nvcc calls it. The Error holds its words.
[[nodiscard]] model::Expected<std::string> ptxas_report(const std::string& nvcc, const model::CompileRequest& request,
                                                        const std::string& ptx);

}  // namespace spillway::tests
