#pragma once

// A .cu of somebody's, compiled whole and as it is: by nvcc where it is there, else by NVRTC, which takes less. What
// the compiler emits as entries are its kernels.

#include <optional>

#include "app/compiler/compile.h"

namespace spillway::compiler {

/// All kernels of the file: the report's functions are its entries, its log ptxas's whole report. Where the request's
/// entry is an instance ("scale<16>"), that is instantiated too, by a line behind the text. An Error's `where` is the
/// file.
[[nodiscard]] Compiled compile_whole_file(const Toolchain& tools, const model::CompileRequest& request,
                                          const model::SourceText& source, const StopQuestion& should_stop);

/// The request's entry out of a file's kernels; nothing where it is none of them.
[[nodiscard]] std::optional<Compiled> kernel_of(const Compiled& whole, const model::CompileRequest& request);

/// What is said of an entry that the file has no more.
[[nodiscard]] Compiled no_such_kernel(const model::CompileRequest& request, const model::SourceText& source);

}  // namespace spillway::compiler
