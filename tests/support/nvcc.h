#pragma once

// nvcc as an independent check: the same kernel with the same options, and its ptxas report.

#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/job.h"

namespace spillway::tests {

/// Path of nvcc from PATH or CUDA's usual folders; empty if there is none.
[[nodiscard]] std::optional<std::string> find_nvcc();

/// The command line for messages: `nvcc -cubin -Xptxas -v ... `.
[[nodiscard]] std::string nvcc_command(const model::CompileRequest& request);

/// Compiles one entry with nvcc without keeping the output file. Returns its messages, including ptxas's report; the
/// Error contains nvcc's message.
[[nodiscard]] model::Expected<std::string> nvcc_report(const std::string& nvcc, const model::CompileRequest& request,
                                                       const model::SourceText& source);

/// Report of the ptxas beside that nvcc for PTX, with nvcc's options. The Error contains ptxas's message.
[[nodiscard]] model::Expected<std::string> ptxas_report(const std::string& nvcc, const model::CompileRequest& request,
                                                        const std::string& ptx);

}  // namespace spillway::tests
