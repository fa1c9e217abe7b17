#pragma once

// A .cu for a compiler that takes no host code (NVRTC): what only a host's compiler can take is blank, line for line,
// so that messages name the right lines.

#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {

/// The files without host functions, host types and variables at namespace scope, and headers of the host's standard
/// library. Behind the .cu's text stand the instances of templates that its launches name with numbers and types that
/// device code knows. What cannot be told apart by its words stays, for the compiler to name its line.
[[nodiscard]] SourceFiles device_part(SourceFiles files);

/// Names that nvcc brings by itself or with the host's headers, and NVRTC does not: uint, uint32_t, FLT_MAX, ...
[[nodiscard]] std::string host_names(const SourceFiles& files);

/// The line that asks for one more instance of a template, as a use of it would.
[[nodiscard]] std::string instance_line(const std::string& instance);

}  // namespace spillway::catalogue
