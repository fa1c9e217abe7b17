#pragma once

// Compiles a user's .cu as a whole and unchanged: with nvcc if available, else with NVRTC, which accepts less. Every
// entry that the compiler emits is a kernel.

#include <optional>

#include "app/catalogue/plain/source_files.h"
#include "app/compiler/compile.h"

namespace spillway::compiler {

/// The file and its headers with the request's numbers in their #defines. Empty if the text is not a bundle of files.
[[nodiscard]] std::optional<catalogue::SourceFiles> files_of(const model::CompileRequest& request,
                                                             const model::SourceText& source);

/// Compiles all kernels of the file: the report's functions are its entries, the log is ptxas's whole report. If the
/// request's entry is an instance ("scale<16>"), it is compiled too. If ptxas refuses an instruction for the request's
/// architecture, compiles again for its special targets (sm_90a); `report.target` names the one that worked. `where` of
/// an Error is the file if the compiler rejected it.
[[nodiscard]] Compiled compile_whole_file(const Toolchain& tools, const model::CompileRequest& request,
                                          const model::SourceText& source, const StopQuestion& should_stop);

/// Extracts the request's entry from a compiled file; empty if it has no such kernel or no machine code.
[[nodiscard]] std::optional<Compiled> kernel_of(const Compiled& whole, const model::CompileRequest& request);

/// Error result for an entry that the compiler made no kernel of.
[[nodiscard]] Compiled no_such_kernel(const model::CompileRequest& request, const model::SourceText& source);

}  // namespace spillway::compiler
